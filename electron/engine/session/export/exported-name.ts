/** Longest name of a file that is named after a title, in characters. */
const maxTitle = 60

/** A sentence's end, or dots for what was cut off: ugly before an extension. */
const ending = /[\s.…。！？!，,；;、]+$/u

/**
 * A title as the name of a file without its extension, in letters that every file system takes; empty where nothing of it is left.
 *
 * @example
 * fileStem('Q3: costs / savings?') // 'Q3 costs savings'
 */
function fileStem(title: string): string {
  const safe = title
    .toWellFormed()
    .replace(/[\p{C}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.]+/u, '')
  return Array.from(safe).slice(0, maxTitle).join('').replace(ending, '')
}

/** The name of an exported file: its title, or `fallback` where nothing of the title is left, and the extension, without the dot. */
export function exportedName(title: string, fallback: string, extension: string): string {
  return `${fileStem(title) || fallback}.${extension}`
}
