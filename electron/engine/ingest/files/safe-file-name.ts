const longestBytes = 180
const longestExtensionBytes = 20
/** Control characters, marks that turn the direction of text around, and what some file system forbids in a name. */
const unfit = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const separators = /[/\\<>:"|?*]/gu
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu

/** A file name that any file system takes: one path segment, not hidden, not empty, at most 180 bytes with its extension. */
export function safeFileName(name: string): string {
  // Through a buffer, because a lone surrogate is no text a file system could keep.
  const whole = Buffer.from(name, 'utf8').toString('utf8')
  const plain = trimmed(whole.replace(unfit, '').replace(separators, '_'))
  const safe = reserved.test(plain) ? `_${plain}` : plain
  return shortened(safe === '' ? 'document' : safe)
}

/** Without leading dots (hidden files) and without trailing dots and spaces, which Windows drops. */
function trimmed(name: string): string {
  return name.replace(/^[.\s]+/u, '').replace(/[.\s]+$/u, '')
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestBytes) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= longestExtensionBytes ? name.slice(dot) : ''
  let left = longestBytes - Buffer.byteLength(extension)
  let stem = ''
  for (const character of name.slice(0, name.length - extension.length)) {
    left -= Buffer.byteLength(character)
    if (left < 0) break
    stem += character
  }
  return trimmed(stem) + extension
}
