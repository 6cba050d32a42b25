import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import { failedReading, PageReading } from '../page-reading'

/** Raised when pages are read in another way: what an earlier version made of them is then read again. */
const version = 2
/** A page that was begun this often without an end took the process, or Cairn, with it each time. */
const mostAttempts = 3

/** A line of the file: a page that is begun, or what was made of it. */
const Entry = z.union([
  z.object({ version: z.literal(version), begun: z.number().int().positive() }),
  z.object({ version: z.literal(version), reading: PageReading }),
])
type Entry = z.infer<typeof Entry>

export function begunLine(page: number): string {
  return lineOf({ version, begun: page })
}

export function readingLine(reading: PageReading): string {
  return lineOf({ version, reading })
}

function lineOf(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`
}

/** The readings in a file of OCR, by page; empty where there is no file. Lines that a crash cut off do not count. */
export async function readReadings(path: string): Promise<Map<number, PageReading>> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    if (hasCode(thrown, 'ENOENT')) return ''
    throw thrown
  })
  const readings = new Map<number, PageReading>()
  const begun = new Map<number, number>()
  for (const line of text.split('\n')) {
    const entry = parseLine(line)
    if (!entry) continue
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
  if (line === '') return undefined
  try {
    return Entry.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
