const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
const maxCharacters = 60

/**
 * A folder name that every file system takes and that a person still recognises: letters and digits of any script,
 * `.`, `_` and `-`; never hidden, never longer than 60 characters, never empty.
 */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/-{2,}/g, '-')
  const short = Array.from(plain)
    .slice(0, maxCharacters)
    .join('')
    .replace(/^[.-]+|[.-]+$/g, '')
  if (short === '') return 'model'
  return reserved.test(short) ? `model-${short}` : short
}

/** The name itself, or with `-2`, `-3` … where it is taken. `taken` gets it in small letters: some file systems see no others. */
export function freeName(name: string, taken: (lowerCase: string) => boolean): string {
  let free = name
  for (let at = 2; taken(free.toLowerCase()); at += 1) free = `${name}-${at}`
  return free
}
