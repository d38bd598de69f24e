// How a page looks: in light, in dark, in print, on a telephone and on a wall.

/// The only style of a page.
enum PageStyle {
  /// Names the text in the page's policy; a test holds the two together.
  static let hash = "sha256-AyM2pYzHdI22A4go2BkC6Tiocl26bajXFdV5HnWMAE8="

  // swift-format-ignore
  static let text = #"""

    :root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#59616b;--line:#d5dae0;--soft:#f4f6f8;--good:#0057a8;--bad:#b3261e;--mark:#fff3c9;--s0:#1b1f24;--s1:#0072b2;--s2:#c65300;--s3:#00795a;--s4:#a3478a;--s5:#8a6300;--s6:#0b7fa5;--s7:#6b6b6b}
    @media(prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#14171b;--fg:#e7eaee;--dim:#a4adb8;--line:#343b44;--soft:#1d2228;--good:#7cbcff;--bad:#ff9d8f;--mark:#4a3f12;--s0:#e7eaee;--s1:#56b4e9;--s2:#f0913a;--s3:#2fc79a;--s4:#e29bca;--s5:#e6c229;--s6:#8fd6ee;--s7:#a8a8a8}}
    :root[data-theme=dark]{color-scheme:dark;--bg:#14171b;--fg:#e7eaee;--dim:#a4adb8;--line:#343b44;--soft:#1d2228;--good:#7cbcff;--bad:#ff9d8f;--mark:#4a3f12;--s0:#e7eaee;--s1:#56b4e9;--s2:#f0913a;--s3:#2fc79a;--s4:#e29bca;--s5:#e6c229;--s6:#8fd6ee;--s7:#a8a8a8}
    :root[data-theme=light]{color-scheme:light}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%}
    body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2.5rem) 3rem;max-width:96rem;background:var(--bg);color:var(--fg);font:1rem/1.5 system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
    a{color:var(--good)}
    :focus-visible{outline:3px solid var(--good);outline-offset:2px}
    .skip{position:absolute;left:-999rem}
    .skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.5rem;z-index:9}
    .brand{margin:0;color:var(--dim);font-size:.85rem;letter-spacing:.08em;text-transform:uppercase}
    h1{margin:.1rem 0 .5rem;font-size:clamp(1.35rem,1rem + 1.8vw,2rem);line-height:1.2}
    h2{margin:2rem 0 .25rem;font-size:1.2rem;line-height:1.25}
    section>h2{margin-top:2.5rem;padding-top:1rem;border-top:2px solid var(--line);font-size:1.35rem}
    h3{margin:1.75rem 0 .5rem;font-size:1.05rem}
    p{margin:.5rem 0;max-width:70ch}
    .lead,.remark,footer{color:var(--dim);font-size:.9rem}
    .verdict{margin:0;font-size:1.25rem}
    .verdict strong{display:inline-block;padding:.1rem .6rem;border:2px solid;border-radius:.35rem}
    .facts{display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;margin:.5rem 0 0;padding:0;list-style:none;color:var(--dim)}
    .better{color:var(--good)}
    .worse{color:var(--bad)}
    nav ol{columns:20rem;padding-left:1.5rem}
    nav[aria-label=Contents] ol{columns:auto;display:flex;flex-wrap:wrap;gap:.1rem 1.25rem;padding:0;list-style:none}
    #tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:1rem 0 0}
    #tools[hidden]{display:none}
    button,input,select{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--dim);border-radius:.3rem;padding:.25rem .6rem}
    label{display:inline-flex;gap:.4rem;align-items:center}
    th button{all:unset;cursor:pointer;font:inherit}
    th button:focus-visible{outline:3px solid var(--good)}
    th[aria-sort] button::after{content:" ↕";color:var(--dim)}
    th[aria-sort=ascending] button::after{content:" ↑"}
    th[aria-sort=descending] button::after{content:" ↓"}
    .scroll{position:relative;overflow-x:auto;margin:1rem 0 .25rem;max-width:max-content;width:100%}
    table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums;width:max-content}
    caption{text-align:left;font-weight:600;padding:.25rem 0;font-size:1rem;position:sticky;left:0}
    caption small{display:block;font-weight:400;font-size:.9rem;color:var(--dim)}
    td.wide{white-space:normal;min-width:14rem}
    th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;white-space:nowrap;max-width:34rem;overflow:hidden;text-overflow:ellipsis;unicode-bidi:isolate}
    thead th{border-bottom:2px solid var(--dim);font-weight:600;vertical-align:bottom}
    tbody th{white-space:normal;font-weight:600;position:sticky;left:0;background:var(--bg)}
    @media(max-width:40rem){tbody th{max-width:9.5rem;white-space:normal}th,td{padding:.25rem .5rem}}
    .n{text-align:right}
    td.best{font-weight:700;background:var(--mark)}
    td.same,tr.same td{color:var(--dim)}
    td.better,td.worse{font-weight:600}
    abbr{text-decoration:none;margin-left:.15em}
    .hush{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
    .items{margin:.25rem 0;padding:0;list-style:none;max-width:80ch}
    .items li{margin:.35rem 0;padding:.1rem 0 .1rem .75rem;border-left:4px solid var(--line);color:var(--fg)}
    .items li.worse{border-color:var(--bad)}
    .items li.worse b{color:var(--bad)}
    .items li.better{border-color:var(--good)}
    .items li.better b{color:var(--good)}
    .items small{color:var(--dim);font-size:.9rem}
    .items details{margin:.1rem 0;font-size:.9rem}
    .items details br:first-child{display:none}
    .notes{margin:1.5rem 0;padding:.1rem 1rem .5rem;background:var(--soft);border-radius:.4rem;max-width:76ch}
    .notes h2,.notes h3{font-size:1.05rem;margin:.75rem 0 .25rem}
    details{margin:.75rem 0}
    summary{cursor:pointer}
    .more>summary{font-weight:600;font-size:1.05rem}
    .group{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem 1.5rem;align-items:start}
    .group>:not(.chart){grid-column:1/-1;margin:0}
    .chart:has(.panels>:nth-child(2)){grid-column:1/-1}
    .group>*,.panels>*{min-width:0}
    .chart{margin:0}
    figcaption{font-weight:600}
    .panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:.5rem 1rem}
    .panels svg{width:100%;max-width:30rem;height:auto;display:block}
    .defs{position:absolute}
    .chart details{font-size:.9rem;margin:.25rem 0}
    svg text{font:11px system-ui,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--dim)}
    svg text.y{text-anchor:end}
    svg text.name{fill:var(--fg);font-weight:600;font-size:12px}
    .grid{stroke:var(--line);stroke-width:1;fill:none}
    .axis,.tick{stroke:var(--dim);fill:none}
    .line{fill:none;stroke:currentColor;stroke-width:2}
    .limit{stroke:var(--bad);stroke-dasharray:6 4;fill:none;stroke-width:1.5}
    use{fill:currentColor}
    .quiet path,.quiet use{opacity:.6}
    .quiet use{fill:var(--bg);stroke:currentColor;stroke-width:1.5}
    .quiet .line{stroke-width:1.5}
    .s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}.s4{color:var(--s4)}.s5{color:var(--s5)}.s6{color:var(--s6)}.s7{color:var(--s7)}
    .s1 .line{stroke-dasharray:7 3}.s2 .line{stroke-dasharray:2 3}.s3 .line{stroke-dasharray:9 3 2 3}.s4 .line{stroke-dasharray:4 2}.s5 .line{stroke-dasharray:1 2}.s6 .line{stroke-dasharray:12 3}.s7 .line{stroke-dasharray:6 2 1 2 1 2}
    .area{stroke:var(--bg);stroke-width:1}
    .f0{fill:var(--s1)}.f1{fill:var(--s2)}.f2{fill:var(--s3)}.f3{fill:var(--s4)}.f4{fill:var(--s5)}.f5{fill:var(--s6)}.f6{fill:var(--s7)}.f7{fill:var(--s0)}.f8{fill:var(--good)}.f9{fill:var(--dim)}
    .legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:.25rem 0;padding:0;list-style:none;font-size:.85rem}
    .legend svg{width:24px;height:12px;vertical-align:middle}
    .flame{margin:.5rem 0;grid-column:1/-1}
    .flame>svg{display:block;margin:.25rem 0}
    .flame rect{fill:currentColor;fill-opacity:.25;stroke:var(--bg);stroke-width:1}
    .flame svg svg text{fill:var(--fg);font-size:12px}
    .flame svg svg:hover rect{fill-opacity:.5}
    footer{margin-top:3rem;border-top:1px solid var(--line)}
    [hidden]{display:none!important}
    @media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media print{
    :root,:root[data-theme=dark]{color-scheme:light;--bg:#fff;--fg:#000;--dim:#444;--line:#bbb;--soft:#fff;--good:#003f7d;--bad:#8c1d16;--mark:#fff;--s0:#000;--s1:#0072b2;--s2:#c65300;--s3:#00795a;--s4:#a3478a;--s5:#8a6300;--s6:#0b7fa5;--s7:#6b6b6b}
    body{max-width:none;padding:0;font-size:10pt}
    #tools,.skip,th button::after,nav{display:none!important}
    .scroll{overflow:visible}
    table{width:auto;font-size:8pt}
    th,td{white-space:normal;overflow-wrap:normal;padding:.15rem .4rem;position:static!important}
    caption{position:static}
    .chart,.items li,.notes,tr,h2,h3{break-inside:avoid}
    h2,h3,caption,figcaption{break-after:avoid}
    .group,.chart:has(.panels>:nth-child(2)) .panels{grid-template-columns:1fr 1fr}
    .panels{grid-template-columns:1fr}
    .panels svg{max-width:9cm}
    details::details-content{content-visibility:visible;height:auto}
    .chart details,.flame details{display:none}
    .notes{border:1px solid var(--line)}
    }

    """#
}
