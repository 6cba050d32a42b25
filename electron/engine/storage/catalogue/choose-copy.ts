import { fitsItsSum } from '@engine/platform/lines/summed-line'
import { jsonIfValid } from '@engine/platform/stored-text'
import { fitsSeal, type Seal } from './seal'

const newline = 0x0a

/** What of the two copies of the list of documents is to be used. */
export interface ChosenList {
  /** Whole lines. */
  readonly bytes: Buffer
  /**
   * `whole`: as it was written. `healed`: one copy was damaged or missing, the other has everything. `damaged`: both copies are, so
   * documents may be lost.
   */
  readonly state: 'whole' | 'healed' | 'damaged'
}

/**
 * Chooses between the list and its copy, which hold the same bytes unless something went wrong. Without a seal the longer of two that
 * begin alike counts.
 */
export function chooseCopy(main: Buffer, copy: Buffer, seal: Seal | null): ChosenList {
  const [list, other] = [wholeLines(main), wholeLines(copy)]
  if (!seal) {
    if (startsWith(list, other)) return { bytes: list, state: 'whole' }
    if (startsWith(other, list)) return { bytes: other, state: 'healed' }
    return { bytes: linesOfBoth(list, other), state: 'damaged' }
  }
  const [mainFits, copyFits] = [fitsSeal(main, seal), fitsSeal(copy, seal)]
  if (mainFits) return copyFits && startsWith(other, list) && other.length > list.length ? whole(other) : whole(list)
  if (copyFits) return { bytes: other, state: 'healed' }
  const both = linesOfBoth(list, other)
  return { bytes: both, state: fitsSeal(both, seal) ? 'healed' : 'damaged' }
}

function whole(bytes: Buffer): ChosenList {
  return { bytes, state: 'whole' }
}

function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(newline) + 1)
}

function startsWith(list: Buffer, beginning: Buffer): boolean {
  return list.length >= beginning.length && list.subarray(0, beginning.length).equals(beginning)
}

/** Line by line what both have; where they differ, what can be read; where neither can be, that of the list. */
function linesOfBoth(list: Buffer, other: Buffer): Buffer {
  const [lines, others] = [linesOf(list), linesOf(other)]
  const both: string[] = []
  for (let at = 0; at < Math.max(lines.length, others.length); at += 1) {
    const [line, second] = [lines[at], others[at]]
    const present = [second, line].filter((one) => one !== undefined)
    const readable = present.filter((one) => jsonIfValid(one) !== undefined && fitsItsSum(one))
    both.push(...new Set(readable.length > 0 ? readable : present.slice(-1)))
  }
  return Buffer.from(both.map((line) => `${line}\n`).join(''), 'utf8')
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n').slice(0, -1)
}
