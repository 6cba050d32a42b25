/** A half-open range of bytes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What a `Range` header asks of a file of `size` bytes (RFC 9110 §14). `whole` where there is none, or one that may be
 * ignored: another unit, several ranges, not understood.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [match, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/u.exec(header?.trim() ?? '') ?? []
  if (match === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
