/**
 * How many letters have to be added, taken away, changed or swapped with their neighbour to make `typed` the beginning of a name
 * from a place on (optimal string alignment; Sellers, 1980, for the open end); more than `most` where it takes more.
 */
export function distanceToPrefix(typed: string, most: number): (name: string, from: number) => number {
  const width = typed.length + most + 1
  // Of this letter, the one before it and the one before that.
  let [row, before, older] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)]
  return (name, from) => {
    const length = Math.min(name.length - from, width - 1)
    for (let j = 0; j <= length; j += 1) row[j] = j
    for (let i = 1; i <= typed.length; i += 1) {
      ;[row, before, older] = [older, row, before]
      row[0] = i
      let least = i
      for (let j = 1; j <= length; j += 1) {
        const change = typed[i - 1] === name[from + j - 1] ? 0 : 1
        let cost = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + change)
        const isSwapped = i > 1 && j > 1 && typed[i - 1] === name[from + j - 2] && typed[i - 2] === name[from + j - 1]
        if (isSwapped) cost = Math.min(cost, (older[j - 2] ?? 0) + 1)
        row[j] = cost
        least = Math.min(least, cost)
      }
      // One more than allowed may still come back by a swap.
      if (least > most + 1) return least
    }
    return row.subarray(0, length + 1).reduce((least, cost) => Math.min(least, cost))
  }
}

/** Which letters a text holds, folded into 32 bits. */
export function letterMask(text: string): number {
  let mask = 0
  for (let at = 0; at < text.length; at += 1) mask |= 1 << (text.charCodeAt(at) % 32)
  return mask
}

/** How many bits of `typed` are missing in `name`: at least so many letters differ. */
export function missingLetters(typed: number, name: number): number {
  let left = typed & ~name
  let count = 0
  for (; left !== 0; left &= left - 1) count += 1
  return count
}
