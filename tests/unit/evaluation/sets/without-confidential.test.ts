import { expect, it } from 'vitest'
import type { DocumentRecord } from '@shared/documents'
import { EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import { withoutConfidential } from '@engine/evaluation/sets/without-confidential'

const record = (id: string, title: string, tags: string[], file?: string) =>
  ({
    id,
    name: `${id}.md`,
    title,
    tags,
    part_of: file === undefined ? null : { document: file },
  }) as unknown as DocumentRecord

const documents = [
  record('open', 'Huts', []),
  record('contract', 'The contract', ['confidential']),
  record('annex', 'Annex', [], 'contract'),
]
const question = (id: string, changed: object = {}) =>
  EvaluationQuestion.parse({ id, question: 'What is it?', ...changed })
const kept = {
  without: (texts: readonly string[]) =>
    Promise.resolve(texts.map((text) => text.replace('quoted words', '[kept back]'))),
}

const questions = [
  question('free', { sources: [{ document: 'Huts' }] }),
  question('by-name', { keywords: [['42,000']], sources: [{ document: 'open.md' }, { document: 'contract.md' }] }),
  question('by-title', { sources: [{ document: 'the CONTRACT' }] }),
  question('in-its-file', { sources: [{ document: 'annex.md' }] }),
  question('asks', { question: 'Who said quoted words?' }),
  question('asked-before', { previous: ['quoted words?'] }),
  question('expects', { keywords: [['x', 'quoted words']] }),
  question('passage', { sources: [{ document: 'open.md', passage: 'quoted words' }] }),
]
const idsOf = async (all: readonly DocumentRecord[]) =>
  (await withoutConfidential(questions, { documents: () => all, kept })).map(({ id }) => id)

// Catches an export of a set that tells a confidential document's figures as what is expected of an answer.
it('leaves out every question that expects a confidential document, or quotes one', async () => {
  expect(await idsOf(documents)).toEqual(['free'])
})

it('leaves out none where nothing is confidential', async () => {
  expect(await idsOf(documents.map((one) => ({ ...one, tags: [] })))).toEqual(questions.map(({ id }) => id))
})
