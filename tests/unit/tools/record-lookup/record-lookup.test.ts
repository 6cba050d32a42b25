import { expect, it } from 'vitest'
import { createRecordLookup } from '@engine/tools/record-lookup/record-lookup'
import type { ToolResult } from '@engine/tools/tool'
import { askedOn, noSignal, shippedTerms } from '../table-query/asked-terms'
import { libraryOfFile, tableLibrary } from '../tables/table-library'
import { documentsOfShop } from '../table-query/tables-of-a-shop'

const documents = {
  ...documentsOfShop,
  'tickets.csv': [
    'Ticket,Subject,Status,Owner,Created',
    'TKT-1041,Printer jams,Closed,Ana Silva,2023-01-02',
    'TKT-1042,Login fails,Open,Bram de Wit,2023-02-03',
    'TKT-1043,Slow search,Waiting,Chen Li,2023-03-04',
  ].join('\n'),
  'books.csv': 'ISBN,Title,Shelf\n978-0-13-468599-1,The Go Book,A2\n978-1-49-195038-8,Data Systems,B7\n',
  'notes.md': '# Notes\n\nTKT-7777 was closed by hand. Call INV-2023-001 again.\n',
}

const library = libraryOfFile(documents)

async function answersTo(questions: readonly string[]): Promise<(ToolResult | null)[]> {
  const { catalogue, engine } = await library()
  const tool = createRecordLookup({ catalogue, engine, terms: await shippedTerms() })
  const answers: (ToolResult | null)[] = []
  for (const text of questions) {
    const question = askedOn(text)
    const reading = await tool.read(question, noSignal)
    const isSure = reading?.is === 'arguments' && reading.confidence >= 0.7
    answers.push(isSure ? await tool.run(reading.args, { ...question, signal: noSignal }) : null)
  }
  return answers
}

const told: Readonly<Record<string, string>> = {
  'What is the status of TKT-1042?': 'TKT-1042 – Status: Open (“tickets.csv”).',
  '工单TKT-1042的状态': 'TKT-1042——Status：Open（“tickets.csv”）。',
  "What is Ana Silva's email?": 'Ana Silva – Email: ana.silva@example.org (“staff.csv”).',
  'Ana Silva的邮箱是什么': 'Ana Silva——Email：ana.silva@example.org（“staff.csv”）。',
  'phone number of Bluefin Ltd': 'Bluefin Ltd – Phone: +353 1 555 220 (“customers.csv”).',
  'Which shelf is 978-1-49-195038-8 on?': '978-1-49-195038-8 – Shelf: B7 (“books.csv”).',
  显微镜存放在哪里: '显微镜——存放地点：一号实验室（“设备清单.csv”）。',
  'When was TKT-1041 created?': 'TKT-1041 – Created: 2023-01-02 (“tickets.csv”).',
  'What is the email of Emil Sand?': 'Emil Sand – Email: (empty) (“staff.csv”).',
  'TKT-1043': 'TKT-1043 – Subject: Slow search; Status: Waiting; Owner: Chen Li; Created: 2023-03-04 (“tickets.csv”).',
}

const forTheSearch = [
  'TKT-7777',
  'What is the status of TKT-9999?',
  'What does TKT-1042 mean for the release plan?',
  'Who is Ana Silva?',
  'What did Chen Li say about the budget?',
  'INV-2023-001',
  'average salary of Ana Silva and Chen Li',
  'How is a microscope built?',
  '显微镜的发明者是谁',
]

it('tells a field of a record, or all of one whose identifier stands alone, with its place', async () => {
  const answers = await answersTo(Object.keys(told))
  expect(answers.map((answer) => answer?.text)).toEqual(Object.values(told))
  expect(answers.map((answer) => answer?.sources.length)).toEqual(answers.map(() => 1))
})

it('leaves to the search what no row has, or what asks for more than a field', async () => {
  const answers = await answersTo(forTheSearch)
  expect(forTheSearch.filter((_, at) => answers[at] !== null)).toEqual([])
})

it('finds the table of a value itself, and names the tables where it stands in several', async () => {
  const twice = {
    ...documents,
    'bins.csv': 'Bin,Ticket\nB1,TKT-1042\nB2,TKT-1042\n',
    'old.csv': 'Ticket,Status\nTKT-1041,Open\nTKT-9,Open\n',
  }
  const { catalogue, engine } = await tableLibrary(twice)
  const tool = createRecordLookup({ catalogue, engine, terms: await shippedTerms() })
  const run = (value: string, more: object = {}) =>
    tool.run(tool.args.parse({ value, fields: ['Status'], ...more }), { ...askedOn(value), signal: noSignal })
  expect((await run('TKT-1042')).text).toBe('TKT-1042 – Status: Open (“tickets.csv”).')
  await expect(run('TKT-1041')).rejects.toThrow('“TKT-1041” stands in several tables: “tickets.csv”, “old.csv”.')
  expect((await run('TKT-1041', { table: 'old.csv' })).text).toBe('TKT-1041 – Status: Open (“old.csv”).')
  await expect(run('TKT-5555')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
