import { BooleanQuery, type FullTextQuery, MatchQuery, Occur, Operator } from '@lancedb/lancedb'
import type { TextQuery } from '../../ports/chunk-index'

/**
 * A query as LanceDB's own objects; undefined where it could match nothing. A phrase asks for all its words here and is
 * checked for their order by `holdsPhrases`: LanceDB finds no phrase at all in rows that are not indexed yet, and merging
 * an index with positions fails on 0.31 ("Max offset exceeds length of values", lance issue 7653).
 */
export function toFullTextQuery(query: TextQuery): FullTextQuery | undefined {
  const terms = [...new Set(query.terms)].filter(Boolean)
  const excluded = [...new Set(query.excluded)].filter(Boolean)
  const phrases = wordsOfPhrases(query)
  const clauses: [Occur, FullTextQuery][] = phrases.map((words) => [Occur.Must, matching(words, Operator.And)])
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
  return phrases.every((phrase) => padded.includes(` ${phrase.join(' ')} `))
}

function matching(terms: readonly string[], operator: Operator): FullTextQuery {
  return new MatchQuery(terms.join(' '), 'search', { operator })
}
