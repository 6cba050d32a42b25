import { analyse } from '@engine/text/analyse'
import { isStopTerm } from '@engine/text/english/stop-words'
import type { NameGraph } from '../walk/name-graph'
import { normaliseForNames } from '../names/name-key'

export interface QuestionName {
  readonly name: number
  /** As the question has it, normalised. */
  readonly key: string
  /** 1 for what is surely meant as a name; less for a lone common word that some passage happens to be titled with. */
  readonly certainty: number
}

const token = /\p{Script=Han}|[^\s\p{Script=Han}]+/gu
const han = /\p{Script=Han}/u
const capitalInside = /(?<=[\p{L}\p{N},;:)"'”’]\s+["'“‘(]?)\p{Lu}[\p{L}\p{M}\p{N}'’.&-]*/gu
const longestName = 16
const shortestHan = 2
const commonWord = 0.1

/** The names of the graph that a question names, longest first from the left, never overlapping. Lower-case words count less. */
export function namesInQuestion(graph: NameGraph, question: string): QuestionName[] {
  const normal = normaliseForNames(question)
  const tokens = [...normal.matchAll(token)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
  const capitalised = new Set(
    [...question.matchAll(capitalInside)].flatMap(([word]) => normaliseForNames(word).split(' ')),
  )
  const found: QuestionName[] = []
  let at = 0
  while (at < tokens.length) {
    const match = longestFrom(graph, normal, tokens, at)
    if (!match) {
      at += 1
      continue
    }
    const { key, name, next } = match
    const isSure = next - at > 1 || capitalised.has(key) || /\p{N}/u.test(key)
    found.push({ name, key, certainty: isSure ? 1 : commonWord })
    at = next
  }
  return found
}

function longestFrom(
  graph: NameGraph,
  normal: string,
  tokens: readonly { readonly start: number; readonly end: number }[],
  at: number,
): { key: string; name: number; next: number } | undefined {
  const start = tokens[at]?.start ?? 0
  for (let next = Math.min(tokens.length, at + longestName); next > at; next -= 1) {
    const key = normal.slice(start, tokens[next - 1]?.end)
    const name = graph.nameOf(key)
    if (name === undefined || isStopTerm(key) || (han.test(key) && key.length < shortestHan)) continue
    return { key, name, next }
  }
  return undefined
}

/** The terms of the names a question surely means. */
export function termsOfNames(names: readonly QuestionName[]): Set<string> {
  return new Set(names.filter(({ certainty }) => certainty === 1).flatMap(({ key }) => analyse(key)))
}
