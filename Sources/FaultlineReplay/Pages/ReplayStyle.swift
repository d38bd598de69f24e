// How a replay looks beside what every page looks like: panes, nodes and lines, in light, in dark and in print.

/// The style of a replay.
enum ReplayStyle {
  /// Names the text in the page's policy; a test holds the two together.
  static let hash = "sha256-aSZO9+dk82ChWtgVBpcRN11YSq5YOAla/hYx3f/ejfc="

  // swift-format-ignore
  static let text = #"""

    :root{--real:#d3e5f6;--cycle:#b3261e;--new:#0057a8}
    @media(prefers-color-scheme:dark){:root:not([data-theme=light]){--real:#1f4263;--cycle:#ff9d8f;--new:#7cbcff}}
    :root[data-theme=dark]{--real:#1f4263;--cycle:#ff9d8f;--new:#7cbcff}
    :root[data-theme=light]{--real:#d3e5f6;--cycle:#b3261e;--new:#0057a8}
    .bar{display:flex;flex-wrap:wrap;gap:.4rem .5rem;align-items:center;position:sticky;top:0;z-index:5;margin:1rem 0 .5rem;padding:.5rem 0;background:var(--bg);border-bottom:1px solid var(--line)}
    .bar button{min-width:2.6rem;min-height:2.25rem}
    .bar #play{min-width:4.5rem}
    .bar #first,.bar #back,.bar #next,.bar #last{font-size:1.15rem;line-height:1}
    .track{flex:1 1 9rem;min-width:7rem}
    .bar input[type=range]{width:100%;padding:0;accent-color:var(--good)}
    .bar output{font-variant-numeric:tabular-nums;white-space:nowrap}
    .bar #keys{flex-basis:100%;margin:0}
    kbd{border:1px solid var(--dim);border-radius:.25rem;padding:0 .3rem;font:inherit;font-size:.85em}
    .steps{margin:0;padding:0;list-style:none}
    .steps>li{padding:.5rem 0 .75rem;border-top:1px solid var(--line)}
    .steps p{margin:.25rem 0;max-width:80ch}
    .where{color:var(--dim);font-size:.9rem}
    .note{padding-left:.75rem;border-left:4px solid var(--line)}
    .sentence{font-size:1.15rem;font-weight:600}
    .standing{color:var(--dim)}
    .question{font-size:1.15rem;font-weight:600;padding:.4rem .75rem;border-left:4px solid var(--good);background:var(--soft)}
    .terms dt{font-weight:600}
    .terms dd{margin:0 0 .4rem 1rem;max-width:80ch}
    .cited{margin:.4rem 0 0;padding:0;list-style:none;font-size:.9rem;color:var(--dim)}
    .cited b{color:var(--good);display:inline-block;min-width:2rem}
    .live .steps{min-height:10.5rem}
    .live .steps>li{display:none;border:0;padding:.25rem 0 .75rem}
    .live .steps>li.on{display:block}
    .live li.asking :is(.sentence,.standing,.cited,.answer){display:none}
    .live li.asks:not(.asking) :is(.sentence,.standing){display:none}
    .guess{display:flex;flex-wrap:wrap;gap:.5rem;margin:.5rem 0;align-items:center}
    .guess label{flex:1 1 16rem}
    .guess input{flex:1 1 auto;min-width:8rem}
    .steps>li:not(.asking) .guess{display:none}
    .said{font-style:italic}
    .panes{display:grid;grid-template-columns:minmax(0,1fr);grid-template-areas:"graph" "script" "counters";gap:1rem 1.5rem;align-items:start;margin-top:.5rem}
    .pane{min-width:0}
    .pane>h2{margin:0 0 .4rem;padding:0;border:0;font-size:1rem}
    .graph{grid-area:graph}.script{grid-area:script}.counters{grid-area:counters}
    .view{overflow:auto;border:1px solid var(--line);border-radius:.4rem}
    .script .view{max-height:22rem;position:relative}
    .view svg{display:block;width:100%;height:auto;margin:0 auto;min-width:var(--w);max-width:calc(var(--w)*1.6)}
    .w16{--w:16rem}.w20{--w:20rem}.w24{--w:24rem}.w28{--w:28rem}.w32{--w:32rem}.w36{--w:36rem}.w40{--w:40rem}.w44{--w:44rem}.w48{--w:48rem}.w52{--w:52rem}.w56{--w:56rem}.w60,.w64,.w68,.w72,.w76,.w80,.w84,.w88,.w92,.w96{--w:60rem}
    .code{margin:0;padding:.4rem 0;font:.85rem/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;list-style:none}
    .code li{display:grid;grid-template-columns:2.75rem 1fr;padding-right:.5rem;border-left:4px solid transparent}
    .code li::before{content:attr(data-line);color:var(--dim);text-align:right;padding-right:.75rem}
    .code code{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}
    .code li.now{background:var(--mark);border-color:var(--good);font-weight:600}
    .counters table{width:100%}
    .counters th,.counters td{padding:.15rem .4rem}
    .counters tbody th{font-weight:400;position:static}
    .counters tr.moved :is(th,td){font-weight:700;background:var(--mark)}
    .counters tr.none{display:none}
    svg .n,svg .e{visibility:hidden}
    svg .on{visibility:visible}
    .b{fill:var(--bg);stroke:var(--dim);stroke-width:1.5}
    .real .b{fill:var(--real);stroke:var(--fg)}
    .fault .b{stroke:var(--dim)}
    .half,.corner,.halo,.sign{display:none;stroke:none}
    .mixed .half{display:block;fill:var(--real)}
    .pending .corner{display:block;fill:var(--s2)}
    .pending .sign{display:block}
    .changed .halo{display:block;fill:none;stroke:var(--new);stroke-width:2.5}
    .cycle .b{stroke:var(--cycle);stroke-width:3}
    .gone .b{fill:none;stroke-dasharray:3 4}
    .gone .half,.gone .corner{display:none}
    svg text.t{font-size:13px;font-weight:600;fill:var(--fg)}
    svg .gone text{fill:var(--dim);text-decoration:line-through}
    svg .gone text.d{text-decoration:none}
    svg text.d{font-size:12px;fill:var(--fg)}
    svg text.i{font-size:11px}
    svg text.rc{display:none;font-size:11px}
    .counting svg text.rc{display:block}
    svg text.sign{font-size:12px;font-weight:700;fill:var(--bg)}
    .e .l{fill:none;stroke:var(--dim);stroke-width:1.5}
    .e .h{fill:var(--dim);stroke:none}
    .e.weak .l{stroke-dasharray:4 4;stroke-width:1.25}
    .e.weak .h{fill:var(--bg);stroke:var(--dim)}
    .e.strong .l{stroke:var(--fg)}.e.strong .h{fill:var(--fg)}
    .e.new .l{stroke:var(--new);stroke-width:2.5}.e.new .h{fill:var(--new)}
    .e.cycle .l{stroke:var(--cycle);stroke-width:3.5}.e.cycle .h{fill:var(--cycle)}
    svg .e text{font-size:11px;fill:var(--fg);paint-order:stroke;stroke:var(--bg);stroke-width:4px;stroke-linejoin:round}
    .graph .legend svg{width:34px;height:20px;margin-right:.15rem}
    .graph .legend li{white-space:nowrap}
    #light:empty{display:none}
    .lessons{counter-reset:lesson;padding:0;list-style:none}
    .lessons>li{margin:1.25rem 0;padding:.75rem 1rem;background:var(--soft);border-radius:.4rem;max-width:80ch}
    .lessons h3{margin:0 0 .25rem}
    .lessons p{margin:.25rem 0}
    .path{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.5rem 0 0}
    @media(min-width:48rem){.panes{grid-template-columns:minmax(0,1.4fr) minmax(0,1fr);grid-template-areas:"graph graph" "script counters"}}
    @media(min-width:80rem){.panes{grid-template-columns:minmax(20rem,1fr) minmax(0,1.9fr) minmax(16rem,.8fr);grid-template-areas:"script graph counters"}.script .view{max-height:34rem}}
    @media(prefers-reduced-motion:no-preference){
    .b,.halo,.e .l{transition:fill .25s,stroke .25s}
    .gone .b,.gone text{animation:fade 1.2s ease-out}
    @keyframes fade{from{fill:var(--real)}}
    }
    @media print{
    .bar,.graph,.counters,.guess{display:none!important}
    .live .steps>li{display:block;border-top:1px solid var(--line);break-inside:avoid}
    .live li :is(.sentence,.standing,.cited,.answer){display:revert!important}
    .script .view{max-height:none;border:0;overflow:visible}
    .code li.now{background:none;border-color:transparent;font-weight:400}
    .lessons>li{break-inside:avoid;border:1px solid var(--line)}
    }

    """#
}
