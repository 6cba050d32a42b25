import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { GraphShare } from './graph-share'
import { mergeFacts } from '../model-extraction/answers/merge-facts'
import { modelFactsOf } from '../model-extraction/facts-from-model'

/** A share with what a language model has read in the same indexing. `path` is of its record, which may be missing or torn. */
export async function withModelFacts(share: GraphShare, path: string | undefined): Promise<GraphShare> {
  // Most documents have none, and failing to read ten thousand files takes a second.
  const file = path !== undefined && existsSync(path) ? await readFile(path, 'utf8').catch(() => '') : ''
  const model = file === '' ? undefined : modelFactsOf(file)
  if (model?.documentId !== share.documentId || model.revision !== share.revision) return share
  return { ...share, facts: mergeFacts(share.facts, model.facts) }
}
