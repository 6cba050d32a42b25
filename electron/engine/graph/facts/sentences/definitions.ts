import { definitions, type Definition } from '@engine/text/english/acronyms'
import type { Candidates } from '../name-candidates'
import type { PassageText } from '../../names/passage-reading'
import type { PassageParts } from '../passage-parts'
import { readSentence } from './sentence'

const bracket = /[(（]/u
/** RAG（检索增强生成）: what the letters stand for, in the other language. */
const hanBehind = /(?<![\p{L}\p{N}])(\p{Lu}[\p{Lu}\p{N}][\p{L}\p{N}-]{0,9})\s?[(（](\p{Script=Han}{3,16})[)）]/gu

/** `aliases: [a, b]`, or one a line below; `alias:: a, b` in Logseq. */
const aliasField = /^alias(?:es)?::?[^\S\n]*([^\n]{0,500})((?:\n[^\S\n]*- [^\n]{1,200}){0,30})/mu
const mostAliases = 30

/** Short forms that the document explains, as written; both sides are noted as candidates. */
export function readDefinitions(
  passages: readonly PassageText[],
  parts: readonly PassageParts[],
  candidates: Candidates,
): Definition[] {
  const found = new Map<string, Definition>()
  const texts = new Set(passages.flatMap(({ title, headingPath }) => [title, ...headingPath]))
  for (const { plain, pieces } of parts) for (const { start, end } of pieces) texts.add(plain.text.slice(start, end))
  for (const text of texts) {
    if (!bracket.test(text)) continue
    const single = text.replace(/\s+/gu, ' ')
    for (const { short, long } of [...definitions(single), ...translated(single)]) {
      const definition = { short, long: withoutLead(long) }
      if (definition.long.length <= short.length || definition.long === short) continue
      found.set(`${definition.short}\n${definition.long}`, definition)
      candidates.note(definition.short, 'defined')
      candidates.note(definition.long, 'defined')
    }
  }
  return [...found.values(), ...aliases(passages[0], candidates)]
}

/** Other names of a note, in its front matter: each is a name of what its title names. */
function aliases(first: PassageText | undefined, candidates: Candidates): Definition[] {
  const [, line = '', list = ''] = aliasField.exec(first?.text ?? '') ?? []
  const title = first?.title.trim() ?? ''
  const written = [
    ...line.replace(/^\[|\]$/gu, '').split(/[,，]/u),
    ...list.split('\n').map((one) => one.trim().slice(1)),
  ]
  const names = written
    .map((name) => name.replace(/["'[\]]/gu, '').trim())
    .filter((name) => name !== '' && name !== title)
  if (title === '' || names.length === 0) return []
  return [...new Set(names)].slice(0, mostAliases).map((short) => {
    candidates.note(short, 'defined')
    candidates.note(title, 'defined')
    return { short, long: title }
  })
}

function translated(text: string): Definition[] {
  return [...text.matchAll(hanBehind)].map(([, short = '', long = '']) => ({ short, long }))
}

/** A Chinese term begins with its first noun or adjective: 本文介绍|检索增强生成. */
function withoutLead(long: string): string {
  if (!/^\p{Script=Han}+$/u.test(long)) return long.replace(/^(?:the|an?)\s/iu, '')
  const { tokens } = readSentence(long, { start: 0, end: long.length }, [])
  const first = tokens.find(({ kind }) => kind === 'noun' || kind === 'adjective')
  return first ? long.slice(first.start) : long
}
