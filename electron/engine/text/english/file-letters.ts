import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { LRUCache } from 'lru-cache'

/** A text of which parts are asked for. A string is one. */
export interface Letters {
  readonly length: number
  /** From `start` up to `end`; what lies outside the text is left out. */
  slice(start: number, end: number): string
}

/** One page of a file, bytes. */
const pageSize = 16_384
/** Pages of one file that are kept: a search among its lines looks at about ten. */
const keptPages = 64

/**
 * The letters of a large file of one byte a letter (Latin-1). Pages are read when they are asked for, and the last ones kept. The file
 * is closed in between. Throws the system's error where it cannot be read.
 */
export function lettersOf(path: string): Letters {
  const { size } = statSync(path)
  const pages = new LRUCache<number, string>({ max: keptPages })
  const page = (at: number) => {
    const known = pages.get(at)
    if (known !== undefined) return known
    const read = readPage(path, at * pageSize)
    pages.set(at, read)
    return read
  }
  return {
    length: size,
    slice(start, end) {
      const until = Math.min(end, size)
      let text = ''
      for (let at = Math.max(start, 0); at < until;) {
        const behind = Math.floor(at / pageSize + 1) * pageSize
        text += page(behind / pageSize - 1).slice(at % pageSize, pageSize - Math.max(0, behind - until))
        at = behind
      }
      return text
    },
  }
}

function readPage(path: string, position: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(pageSize)
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, pageSize, position))
  } finally {
    closeSync(file)
  }
}

/** Where a mark comes first at or behind a place; -1 where it does not come any more. */
export function findMark(text: Letters, mark: string, from: number): number {
  for (let at = from, size = 256; at < text.length; at += size, size *= 2) {
    // The mark may stand across two windows.
    const found = text.slice(at, at + size + mark.length - 1).indexOf(mark)
    if (found !== -1) return at + found
  }
  return -1
}

/** Where the line begins in which a letter stands. */
export function lineStart(text: Letters, at: number): number {
  for (let end = at, size = 256; end > 0; end -= size, size *= 2) {
    const from = Math.max(0, end - size)
    const found = text.slice(from, end).lastIndexOf('\n')
    if (found !== -1) return from + found + 1
  }
  return 0
}
