# From --format csv: what each variant counts at each checkpoint. Of the first variant it is what has changed since the
# checkpoint before, and of all others what differs from the first, which stands in brackets behind it.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) fromEnd[$i] = NF - i; next }
function at(name) { return $(NF - fromEnd[name]) }
function show() { if (line != "") print line; line = "" }
at("metric") ~ /bytes|^(alloc|free|heap|process|time|arc)/ { next }
{
  variant = $2 " · " $3; point = at("checkpoint"); metric = at("metric"); value = at("value") + 0
  if (first[$3] == "") first[$3] = variant
  if (variant == first[$3]) {
    of[$3, point, metric] = value
    if (value == was[$3, metric] + 0) next
    was[$3, metric] = value
  } else {
    base = of[$3, point, metric] + 0
    if (value == base) next
    value = value " (" base ")"
  }
  if (variant != lastVariant) { show(); print variant; lastVariant = variant; lastPoint = "" }
  if (point != lastPoint) { show(); print "  " point; lastPoint = point; lastGroup = "" }
  dot = index(metric, "."); group = substr(metric, 1, dot - 1); name = substr(metric, dot + 1)
  if (group != lastGroup) { show(); line = "    " group ":"; lastGroup = group }
  else line = line ","
  line = line " " name " " value
}
END { show() }
