import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb'
import type { TextQuery } from '@engine/ports/storage/chunk-index'

/**
 * A query as LanceDB's own objects; undefined where it could match nothing. A phrase asks for all its words here and is
 * checked for their order by `holdsPhrases`: LanceDB finds no phrase at all in rows that are not indexed yet, and merging
 * an index with positions fails on 0.31 ("Max offset exceeds length of values", lance issue 7653).
 */
export function toFullTextQuery(query: TextQuery): FullTextQuery | undefined {
  const terms = [...new Set(query.terms)].filter(Boolean)
  // Runs of several terms are `holdsAny`'s: the store would exclude rows that hold them anywhere.
  const excluded = [...new Set(query.excluded)].filter((run) => run && !run.includes(' '))
  const phrases = wordsOfPhrases(query)
  const clauses: [Occur, FullTextQuery][] = phrases.map((words) => [
    Occur.Must,
    matching(withoutEdges(words), Operator.And),
  ])
  if (terms.length > 0) clauses.push([phrases.length > 0 ? Occur.Should : Occur.Must, matching(terms, Operator.Or)])
  const [only] = clauses
  // What only excludes is an error for LanceDB; for us it is a query without terms.
  if (!only) return undefined
  if (excluded.length > 0) clauses.push([Occur.MustNot, matching(excluded, Operator.Or)])
  return clauses.length === 1 ? only[1] : new BooleanQuery(clauses)
}

/** The phrases of a query that ask for anything. */
export function wordsOfPhrases(query: TextQuery): string[][] {
  return query.phrases.map((phrase) => phrase.filter(Boolean)).filter((phrase) => phrase.length > 0)
}

/** Whether a `search` column holds every phrase as a run of adjacent terms. */
export function holdsPhrases(search: string, phrases: readonly (readonly string[])[]): boolean {
  const padded = ` ${search} `
  return phrases.every((phrase) => padded.includes(paddedRun(phrase)))
}

/** The exclusions of a query that are runs of several terms. */
export function excludedRuns(query: TextQuery): string[] {
  return query.excluded.filter((run) => run.includes(' '))
}

/** Whether a `search` column holds any of these runs. */
export function holdsAny(search: string, runs: readonly string[]): boolean {
  return runs.length > 0 && runs.some((run) => ` ${search} `.includes(` ${run} `))
}

/**
 * A character that stands alone at the edge of a phrase (the 章 of 第3章) is half of a pair where the text goes on, so
 * that edge is left open.
 */
function paddedRun(phrase: readonly string[]): string {
  const start = isLoneCharacter(phrase[0]) ? '' : ' '
  const end = isLoneCharacter(phrase.at(-1)) ? '' : ' '
  return `${start}${phrase.join(' ')}${end}`
}

/** The terms of a phrase that must be terms of the text as well. */
function withoutEdges(phrase: readonly string[]): readonly string[] {
  const inner = phrase.filter((term, at) => !(isLoneCharacter(term) && (at === 0 || at === phrase.length - 1)))
  return inner.length > 0 ? inner : phrase
}

function isLoneCharacter(term: string | undefined): boolean {
  return term !== undefined && /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(term)
}

function matching(terms: readonly string[], operator: Operator): FullTextQuery {
  return new MatchQuery(terms.join(' '), 'search', { operator })
}
