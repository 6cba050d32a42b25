const entity = /^&(?:#x?[0-9a-f]{1,7}|[a-z][a-z0-9]{1,31});/iu

/**
 * For every UTF-16 unit of what Markdown shows, where it stands in its source: markers, escapes and the indentation of
 * continued lines are passed over, an entity counts as what it stands for. Ends with the offset after the last one.
 * @param literal the source is code, in which escapes and entities mean nothing.
 */
export function alignToSource(shown: string, source: string, literal = false): number[] {
  const offsets: number[] = []
  let at = 0
  let lastEnd = 0
  for (let unit = 0; unit < shown.length; unit += 1) {
    const wanted = shown.charAt(unit)
    const found = matchAt(wanted, source, at, literal) ?? matchLater(wanted, source, at, literal)
    if (found === undefined) {
      offsets.push(lastEnd)
      continue
    }
    offsets.push(found.start)
    lastEnd = found.end
    at = found.end
  }
  offsets.push(lastEnd)
  return offsets
}

interface Found {
  readonly start: number
  readonly end: number
}

function matchAt(wanted: string, source: string, at: number, literal: boolean): Found | undefined {
  const unit = source.charAt(at)
  if (!literal && unit === '&') {
    const length = entity.exec(source.slice(at, at + 40))?.[0].length
    if (length !== undefined && (wanted !== '&' || isAmpersand(source.slice(at, at + length)))) {
      return { start: at, end: at + length }
    }
  }
  if (unit !== wanted && !(wanted === ' ' && unit === '\n')) return undefined
  // A backslash before a backslash is an escape.
  const length = !literal && unit === '\\' && source.charAt(at + 1) === '\\' ? 2 : 1
  return { start: at, end: at + length }
}

function isAmpersand(written: string): boolean {
  return /^&(?:amp|#0*38|#x0*26);$/iu.test(written)
}

/** Looks behind markup: at most a few lines of it, so that one odd sign does not lose the rest. */
function matchLater(wanted: string, source: string, at: number, literal: boolean): Found | undefined {
  const limit = Math.min(source.length, at + 300)
  for (let later = at + 1; later < limit; later += 1) {
    const found = matchAt(wanted, source, later, literal)
    if (found) return found
  }
  return undefined
}
