import { describe, expect, it } from 'vitest'
import { documentsCompared } from '@engine/pipeline/forms/comparison/compare-documents'
import { readQuestion } from '@engine/question/asked-question'

const named = (name: string, title = '') => ({ id: name, name, title })
const documents = [
  named('handbook-1p.docx', 'Chapter 1'),
  named('handbook-872p.docx', 'Handbook'),
  named('README.md', 'Example Docs'),
  named('cups.csv'),
  named('cups.csv.zip'),
  named('氧气.md', '氧气'),
  named('素数.md', '素数'),
]

function compared(question: string, chosen?: readonly string[]) {
  const asked = readQuestion({ written: question, standalone: question, parts: [question] })
  const found = documentsCompared(asked, chosen && { documents: [...chosen] }, documents)
  return found && [...found.documents.map(({ name }) => name), found.about.replace(/\s+/gu, ' ').trim()]
}

describe('documents that are compared', () => {
  // Would catch file names that are searched for as words, so that other documents answer.
  it.each([
    [
      'Compare what handbook-872p.docx and handbook-1p.docx say about the purpose',
      ['handbook-872p.docx', 'handbook-1p.docx', 'Compare what and say about the purpose'],
    ],
    [
      'What do README.md and handbook-1p.docx say about cost?',
      ['README.md', 'handbook-1p.docx', 'What do and say about cost?'],
    ],
    ['Compare handbook-1p and handbook-872p', ['handbook-1p.docx', 'handbook-872p.docx', 'Compare and']],
    ['两份文件《氧气》和《素数》有什么不同？', ['氧气.md', '素数.md', '两份文件 和 有什么不同？']],
  ])('are those that a question names: %s', (question, expected) => expect(compared(question)).toEqual(expected))

  it('are those that a comparison is limited to', () => {
    const chosen = ['README.md', 'handbook-1p.docx']
    expect(compared('Compare the purpose', chosen)?.slice(0, 2)).toEqual(chosen)
    expect(compared('What is the purpose?', chosen)).toBeNull()
    expect(compared('Compare the purpose', [...chosen, 'cups.csv'])).toBeNull()
  })

  // Would catch a file inside the name of another, a word of the question taken for a file, and more than two sides.
  it.each([
    'What is in cups.csv.zip?',
    'Compare the handbook and the readme.',
    'Compare README.md, handbook-1p.docx and handbook-872p.docx.',
    'What does README.md say about the 10-K?',
  ])('are none in: %s', (question) => expect(compared(question)).toBeNull())
})
