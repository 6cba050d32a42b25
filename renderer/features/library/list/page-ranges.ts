/** Page numbers as a reader writes them: `1–3, 7`. Any order, repeats allowed. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === page - 1) last[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}\u2013${to}`)).join(', ')
}
