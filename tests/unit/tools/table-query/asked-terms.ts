import { join } from 'node:path'
import { CairnError } from '@shared/errors'
import { createTermTable, type TermTable } from '@engine/retrieval/terms/cross-language'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import type { ToolQuestion } from '@engine/tools/tool'

let terms: Promise<TermTable> | undefined

/** The terms that ship with Cairn. */
export function shippedTerms(): Promise<TermTable> {
  const folder = join(import.meta.dirname, '../../../../resources/terms')
  return (terms ??= readShippedTerms(folder).then((rows) => createTermTable(rows)))
}

/** A question in its own language, asked on the 20th of December 2023. */
export function askedOn(text: string): ToolQuestion {
  const language = /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
  return { text, language, now: Date.parse('2023-12-20T12:00:00Z'), timeZone: 'UTC' }
}

export const noSignal = new AbortController().signal

/** The code and the words of a failure; empty where nothing failed. */
export function failureOf(work: () => unknown): { readonly code: string; readonly message: string } {
  try {
    work()
    return { code: '', message: '' }
  } catch (thrown) {
    if (!(thrown instanceof CairnError)) throw thrown
    return { code: thrown.code, message: thrown.message }
  }
}
