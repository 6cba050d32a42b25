/** Lists of numbers in compressed sparse rows: list `n` is at `start[n]` to `start[n + 1] - 1` of `to`. */
export interface Lists {
  readonly start: Int32Array
  readonly to: Int32Array
}

/** `values[i]` put into list `lists[i]`, each list in the order given; there are `count` lists. */
export function listsOf(count: number, lists: Int32Array, values: Int32Array): Lists {
  const start = new Int32Array(count + 1)
  for (let at = 0; at < lists.length; at += 1) {
    const after = (lists[at] ?? 0) + 1
    start[after] = (start[after] ?? 0) + 1
  }
  for (let at = 0; at < count; at += 1) start[at + 1] = (start[at + 1] ?? 0) + (start[at] ?? 0)
  const next = start.slice()
  const to = new Int32Array(lists.length)
  for (let at = 0; at < lists.length; at += 1) {
    const list = lists[at] ?? 0
    const place = next[list] ?? 0
    next[list] = place + 1
    to[place] = values[at] ?? 0
  }
  return { start, to }
}

export function listAt({ start, to }: Lists, at: number): Int32Array {
  return to.subarray(start[at] ?? 0, start[at + 1] ?? 0)
}
