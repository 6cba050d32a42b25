import { CairnError } from '@shared/errors'

const commentOrString = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu
const commaOrString = /"(?:\\.|[^"\\\n])*"|,(?=\s*[}\]])/gu

/**
 * JSON as people keep it in settings: comments and commas at the end of lists are allowed. Throws CairnError INVALID_INPUT that
 * says in which line it breaks off.
 */
export function parseLenientJson(text: string): unknown {
  const blank = (found: string) => (found.startsWith('"') ? found : found.replace(/[^\n]/gu, ' '))
  const plain = text
    .replace(/^\uFEFF/u, '')
    .replace(commentOrString, blank)
    .replace(commaOrString, blank)
  try {
    return JSON.parse(plain)
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
    // The parser's own words quote the text, in which there may be secrets.
    const message = `This is no JSON${placeOf(thrown, plain)}.`
    throw new CairnError('INVALID_INPUT', message, 'Paste the whole block, from the first brace to the last.')
  }
}

function placeOf(error: SyntaxError, text: string): string {
  const position = /at position (\d+)/u.exec(error.message)?.[1]
  if (position === undefined) return ': it ends too early'
  const before = text.slice(0, Number(position)).split('\n')
  return `: line ${before.length}, column ${(before.at(-1) ?? '').length + 1} is not as it should be`
}
