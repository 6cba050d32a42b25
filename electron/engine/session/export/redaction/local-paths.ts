import type { Edit } from './text-edits'

/** The text that replaces the folders of a path. */
export const hiddenPath = '[path]'

const part = String.raw`[^\s/\\:*?"'<>|()\[\]{},;，。；：！？、（）《》「」『』【】“”‘’…]+`
const windowsFolder = String.raw`[^\s/\\:*?"<>|,;，。；：！？、（）]+(?: [^\s/\\:*?"<>|,;，。；：！？、（）]+){0,4}(?=[\\/])`
const slash = String.raw`(?:\\{1,2}|/)`
/** A path right behind a Chinese or Japanese character is one only where it begins like one: 输入/输出/存储 is none. */
const root = '(?:home|Users|root|etc|var|tmp|opt|usr|mnt|media|srv|data|Volumes|Applications|Library|private|proc|dev)'

/** Addresses of the web and of Cairn come first, so that nothing inside of them is taken for a path. */
const places = new RegExp(
  [
    String.raw`(?<address>(?!file:)\b[A-Za-z][A-Za-z0-9+.-]*://[!-~]*)`,
    String.raw`(?<file>\bfile:/{1,3}[^\s"'<>，。；：！？、（）]+)`,
    String.raw`(?<drive>(?<![A-Za-z0-9])[A-Za-z]:${slash}(?:${windowsFolder}${slash})*(?:${part})?)`,
    String.raw`(?<share>(?<![\\\w])\\\\(?!\\)${part}${slash}(?:${windowsFolder}${slash})*(?:${part})?)`,
    String.raw`(?<home>(?<![\w~/\]])~(?:/${part})+/?)`,
    String.raw`(?<absolute>(?<![\p{L}\p{N}_/.:<\]})%~-])/${part}(?:/${part})+/?)`,
    String.raw`(?<after>(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/${root}(?:/${part})+/?)`,
  ].join('|'),
  'gu',
)

/**
 * The paths of this machine in a text, each to be replaced by `[path]` and its file name: absolute POSIX paths of at
 * least two parts, paths with a drive or a share, `file:` addresses, and what begins with `~/`. A home folder itself
 * keeps no name, since that is the user's. Addresses of the web, `cairn://`, dates and "and/or" are no paths.
 */
export function pathEdits(text: string): Edit[] {
  if (!/[\\/]/u.test(text)) return []
  const edits: Edit[] = []
  for (const match of text.matchAll(places)) {
    const { address, absolute } = match.groups ?? {}
    if (address !== undefined) continue
    const path = match[0].replace(/[.!?]+$/u, '')
    // 3/4 or /05/06: figures, not folders.
    if (absolute !== undefined && !/\p{L}/u.test(path)) continue
    edits.push({ start: match.index, end: match.index + path.length, text: hidden(path) })
  }
  return edits
}

function hidden(path: string): string {
  const parts = path
    .replace(/^file:/u, '')
    .split(/[\\/]+/u)
    .filter((each) => each !== '' && !/^[A-Za-z]:$/u.test(each))
  const name = parts.at(-1)
  const isHome = parts.length === 2 && /^(?:home|users)$/iu.test(parts[0] ?? '')
  const isShare = path.startsWith('\\\\') && parts.length <= 1
  return name === undefined || (parts[0] === name && /^(?:home|users|root|~)$/iu.test(name)) || isHome || isShare
    ? hiddenPath
    : `${hiddenPath}/${name}`
}
