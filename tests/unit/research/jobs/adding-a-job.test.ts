import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { JobTemplate } from '@engine/research/jobs/job-template'
import { listJobs, readJobs } from '@engine/research/jobs/list-jobs'
import { planFor } from '@engine/research/jobs/plan-for'
import { planRooms } from '../plan/planning-library'

const root = join(import.meta.dirname, '../../../..')
const shipped = join(root, 'resources/research/jobs')
const example = join(import.meta.dirname, 'who-decides.json')
const log: string[] = []
let own = ''

beforeEach(async () => {
  log.length = 0
  own = join(await mkdtemp(join(tmpdir(), 'cairn-jobs-')), 'research-jobs')
  await mkdir(own)
})
afterEach(() => rm(join(own, '..'), { recursive: true }))

const read = () => readJobs({ shipped, own }, (line) => log.push(line))

describe('a ready-made job that is added as docs/extending.md says', () => {
  // Would catch a guide that shows something else than what works.
  test('is the example of the guide, letter for letter', async () => {
    const guide = await readFile(join(root, 'docs/extending.md'), 'utf8')
    expect(guide).toContain((await readFile(example, 'utf8')).trim())
  })

  test('is listed behind the others, planned, and asked for by its name', async () => {
    await copyFile(example, join(own, 'who-decides.json'))
    const jobs = await read()
    expect(listJobs(jobs).at(-1)).toMatchObject({ id: 'who-decides', title: { zh: '决策职责' } })
    const { signal } = new AbortController()
    const asked = { planId: 'p1', goal: 'Write a responsibility list for the data policy' }
    const plan = await planFor(asked, planRooms(), jobs.templates, signal)
    expect(plan).toMatchObject({ job: 'who-decides', status: 'ready', issues: [], scope: { documents: ['d7'] } })
    expect(plan.tasks.map(({ description, subject }) => [description, subject])).toEqual([
      ['Who decides, approves or signs what?', 'Data policy'],
      ['Who decides when somebody is away?', undefined],
    ])
  })

  test('is valid by the published schema, which is what the code checks', async () => {
    const { $schema, ...fields } = z.toJSONSchema(JobTemplate, { target: 'draft-2020-12', io: 'input' })
    const about = {
      $id: 'https://cairn.invalid/schemas/research-job.schema.json',
      title: 'A ready-made job of research',
    }
    const schema = { $schema, ...about, ...fields }
    // After a change: npx vitest run --project unit tests/unit/research/jobs/adding-a-job.test.ts -u
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      join(root, 'resources/schemas/research-job.schema.json'),
    )
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const value: unknown = JSON.parse(await readFile(example, 'utf8'))
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ ...(value as object), tasks: [] })).toBe(false)
  })
})

describe('files of jobs', () => {
  test('Cairn has nine, and all are sound', async () => {
    const jobs = await read()
    expect(jobs.problems).toEqual([])
    expect(listJobs(jobs).map(({ id }) => id)).toEqual([
      'summary-document',
      'summary-collection',
      'compare-documents',
      'changes',
      'briefing',
      'glossary',
      'open-questions',
      'study-guide',
      'timeline',
    ])
  })

  // Would catch one bad file of the user's that takes all jobs away.
  test.each([
    ['{"id": ', 'It is not JSON.'],
    ['{"id": "x"}', 'title'],
    ['', 'It is not JSON.'],
  ])('a broken file is told and disturbs nothing: %j', async (text, message) => {
    await writeFile(join(own, 'broken.json'), text)
    const { templates, problems } = await read()
    expect(templates).toHaveLength(9)
    expect(problems).toMatchObject([{ file: join(own, 'broken.json') }])
    expect(problems[0]?.message).toContain(message)
    expect(log[0]).toContain('broken.json')
  })

  test('one of the user’s takes the place of Cairn’s of the same id', async () => {
    const text = (await readFile(example, 'utf8')).replace('"who-decides"', '"timeline"')
    await writeFile(join(own, 'mine.json'), text)
    const { templates } = await read()
    expect(templates).toHaveLength(9)
    expect(templates.find(({ id }) => id === 'timeline')?.title.en).toBe('Who decides what')
  })

  test('no folder of the user’s is no problem', async () => {
    expect((await readJobs({ shipped, own: join(own, 'none') }, (line) => log.push(line))).templates).toHaveLength(9)
    expect(log).toEqual([])
  })

  test.each([
    ['"after": ["decide"]', '"after": ["instead"]', 'wait for each other: instead'],
    ['"after": ["decide"]', '"after": ["nobody"]', 'instead waits for nobody'],
    ['"under": ["decide"],\n      "after"', '"under": ["who"],\n      "after"', 'instead stands under who'],
    ['"key": "instead"', '"key": "decide"', 'Two tasks are called decide.'],
    ['"key": "instead",\n      "tool": "search"', '"key": "instead",\n      "tool": "differences"', 'for a pair'],
    ['Who decides when somebody', 'Who decides about {subject} when somebody', 'has a blank'],
    ['"heading"', '"headings"', 'headings'],
  ])('%s as %s is refused', async (was, becomes, message) => {
    const text = await readFile(example, 'utf8')
    expect(text).toContain(was)
    await writeFile(join(own, 'mine.json'), text.replace(was, becomes))
    expect((await read()).problems[0]?.message).toContain(message)
  })
})
