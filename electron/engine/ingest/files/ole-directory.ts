import { Buffer } from 'node:buffer'

const entrySize = 128
/** From here on, numbers of sectors are marks: the end of a chain, a free sector. */
const firstMark = 0xfffffffa
const noEntry = 0xffffffff
const fatsInHeader = 109
const most = { entries: 100_000 } as const

interface Entry {
  readonly name: string
  readonly left: number
  readonly right: number
  readonly child: number
}

/**
 * The names of the streams and storages at the root of an OLE2 container (Office before 2007, Outlook; [MS-CFB]). Those of files
 * embedded in it lie deeper and are not among them. Undefined where the container is cut off or damaged.
 */
export function oleRootNames(bytes: Uint8Array): string[] | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    return rootNames(readEntries(new Sectors(file), file.readUInt32LE(48)))
  } catch (thrown) {
    // Something in it refers to a place behind the end of the file.
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

class Sectors {
  readonly size: number
  readonly #fats: number[] = []

  constructor(readonly file: Buffer) {
    const power = file.readUInt16LE(30)
    if (power !== 9 && power !== 12) throw new RangeError('No sectors of this size.')
    this.size = 2 ** power
    for (let at = 0; at < fatsInHeader; at += 1) this.#addFat(file.readUInt32LE(76 + 4 * at))
    this.#readFurtherFats(file.readUInt32LE(68))
  }

  at(sector: number): Buffer {
    const start = (sector + 1) * this.size
    if (start >= this.file.length) throw new RangeError('A sector is missing.')
    return this.file.subarray(start, start + this.size)
  }

  /** The sectors of a chain in order; each once, so that a chain in a circle ends. */
  *chain(first: number): Generator<Buffer> {
    const seen = new Set<number>()
    for (let next = first; next < firstMark && !seen.has(next); next = this.#after(next)) {
      seen.add(next)
      yield this.at(next)
    }
  }

  #after(sector: number): number {
    const perFat = this.size / 4
    const fat = this.#fats[Math.floor(sector / perFat)]
    if (fat === undefined) throw new RangeError('A sector has no successor.')
    return this.at(fat).readUInt32LE((sector % perFat) * 4)
  }

  /** Large files name further sectors of the table in a chain of their own. */
  #readFurtherFats(first: number): void {
    const seen = new Set<number>()
    let next = first
    while (next < firstMark && !seen.has(next)) {
      seen.add(next)
      const sector = this.at(next)
      for (let at = 0; at < this.size - 4; at += 4) this.#addFat(sector.readUInt32LE(at))
      next = sector.readUInt32LE(this.size - 4)
    }
  }

  #addFat(sector: number): void {
    if (sector < firstMark) this.#fats.push(sector)
  }
}

function readEntries(sectors: Sectors, first: number): Entry[] {
  const entries: Entry[] = []
  for (const sector of sectors.chain(first)) {
    for (let at = 0; at < sector.length; at += entrySize) entries.push(readEntry(sector.subarray(at, at + entrySize)))
    if (entries.length > most.entries) break
  }
  return entries
}

function readEntry(entry: Buffer): Entry {
  const length = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2)
  return {
    name: entry.toString('utf16le', 0, length),
    left: entry.readUInt32LE(68),
    right: entry.readUInt32LE(72),
    child: entry.readUInt32LE(76),
  }
}

/** Siblings are a tree, whose top one the root names as its child. */
function rootNames(entries: readonly Entry[]): string[] | undefined {
  const [root] = entries
  if (!root) return undefined
  const names: string[] = []
  const seen = new Set([noEntry])
  const waiting = [root.child]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at]
    if (seen.has(at) || !entry) continue
    seen.add(at)
    names.push(entry.name)
    waiting.push(entry.left, entry.right)
  }
  return names
}
