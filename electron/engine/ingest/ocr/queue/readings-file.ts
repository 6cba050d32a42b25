import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import { fitsItsSum, summedLine } from '@engine/platform/lines/summed-line'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { failedReading, PageReading } from '../page-reading'

/** Raised when pages are read in another way: what an earlier version made of them is then read again. */
const version = 2
/** A page that was begun this often without an end took the process, or Cairn, with it each time. */
const mostAttempts = 3

/** The content that was read, by its SHA-256, which is also the file's name; an older Cairn has left it out. */
const common = { version: z.literal(version), of: z.string().optional() }
/** A line of the file: a page that is begun, or what was made of it. */
const Entry = z.union([
  z.object({ ...common, begun: z.number().int().positive() }),
  z.object({ ...common, reading: PageReading }),
])
type Entry = z.infer<typeof Entry>

export function begunLine(contentHash: string, page: number): string {
  return lineOf({ version, of: contentHash, begun: page })
}

export function readingLine(contentHash: string, reading: PageReading): string {
  return lineOf({ version, of: contentHash, reading })
}

function lineOf(entry: Entry): string {
  return `${summedLine(entry)}\n`
}

/**
 * The readings in a file of OCR, by page; empty where there is no file. Lines that a crash cut off, that are damaged
 * or of another content do not count: their pages are read again.
 */
export async function readReadings(path: string, seal: LineSeal = noSeal): Promise<Map<number, PageReading>> {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return Buffer.alloc(0)
    throw thrown
  })
  const text = seal.open(bytes).bytes.toString('utf8')
  const readings = new Map<number, PageReading>()
  const begun = new Map<number, number>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (!entry || (entry.of !== undefined && entry.of !== basename(path, '.jsonl'))) continue
    if ('reading' in entry) readings.set(entry.reading.page, entry.reading)
    else begun.set(entry.begun, (begun.get(entry.begun) ?? 0) + 1)
  }
  for (const [page, attempts] of begun) {
    if (attempts >= mostAttempts && !readings.has(page)) {
      readings.set(page, failedReading(page, `Reading it was begun ${attempts} times and never came to an end.`))
    }
  }
  return readings
}

function parseLine(line: string): Entry | undefined {
  if (line === '' || !fitsItsSum(line)) return undefined
  try {
    return Entry.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
