import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PlanSpec } from '@shared/research/plan-spec'
import { JobTemplate } from '@engine/research/jobs/job-template'
import { planFor } from '@engine/research/jobs/plan-for'
import { type JobRequest, planOfJob } from '@engine/research/jobs/plan-of-job'
import { layersOf } from '@shared/research/plan-order'
import { planRooms } from '../plan/planning-library'

const folder = join(import.meta.dirname, '../../../../resources/research/jobs')
const templates = readdirSync(folder).map((name) =>
  JobTemplate.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
)

function planOf(id: string, request: Partial<JobRequest>, rooms = planRooms()): PlanSpec {
  const job = templates.find((one) => one.id === id)
  if (!job) throw new Error(`no job ${id}`)
  return planOfJob(job, { planId: 'p1', goal: '', ...request }, rooms)
}

const asked = (goal: string, rooms = planRooms()) =>
  planFor({ planId: 'p1', goal }, rooms, templates, new AbortController().signal)

describe('the plan of a ready-made job', () => {
  // Would catch a job that cannot run, and a blank that is left open.
  test.each(
    templates.flatMap(({ id, needs }) => (['en', 'zh'] as const).map((language) => [id, language, needs] as const)),
  )('%s in %s is ready, with and without a subject, and has no blanks left', (id, language, needs) => {
    const filter = { documents: needs.documents.max === 1 ? ['d4'] : ['d5', 'd6'] }
    const subject = language === 'en' ? 'visitor badges' : '访客胸牌'
    for (const goal of needs.subject === 'required' ? [subject] : needs.subject === 'none' ? [''] : ['', subject]) {
      const plan = planOf(id, { filter, goal, language })
      expect(plan, goal).toMatchObject({ status: 'ready', issues: [], job: id, language, scope: filter })
      expect(PlanSpec.safeParse(plan).error).toBeUndefined()
      expect(JSON.stringify(plan)).not.toMatch(/\{(?:subject|documents|from|to)\}/u)
      expect(layersOf(plan.tasks).flat()).toHaveLength(plan.tasks.length)
      if (goal !== '') expect(plan.tasks.some(({ description }) => description.includes(goal))).toBe(true)
    }
  })

  test('tells what changed from the older document to the newer one, whatever the order they were chosen in', () => {
    const { tasks, goal } = planOf('changes', { filter: { documents: ['d6', 'd5'] } })
    expect(tasks[0]).toMatchObject({
      tool: 'differences',
      description: 'What changed from Visitor handbook 2023 to Visitor handbook 2024?',
      scope: { documents: ['d5', 'd6'] },
    })
    expect(goal).toBe('What changed between two versions: Visitor handbook 2023 …')
  })

  test('reads each document, and searches where there are too many to read', () => {
    const tools = (count: number) => {
      const titles = Array.from({ length: count }, (_, at) => `Leaflet ${at + 1}`)
      return planOf('timeline', {}, planRooms(titles)).tasks.map(({ tool }) => tool)
    }
    expect(tools(3)).toEqual(['read', 'read', 'read', 'read'])
    expect(tools(40)).toEqual(['search', 'search'])
  })

  test('refuses what it cannot be made of, in words', () => {
    expect(() => planOf('briefing', {})).toThrow('“Briefing” needs a subject.')
    expect(() => planOf('changes', { filter: { documents: ['d1'] } })).toThrow('needs 2 documents; 1 are chosen.')
    expect(() => planOf('summary-document', {})).toThrow('needs 1 documents')
    expect(() => planOf('changes', { filter: { documents: ['d1', 'd2', 'd3'] } })).toThrow('takes 2 documents; 3')
  })
})

describe('a goal that asks for a ready-made job', () => {
  test.each([
    ['Write a briefing on glacier safety', 'briefing', 'What is said about glacier safety?'],
    ['写一份关于冬季安全的简报', 'briefing', '关于冬季安全有哪些说明？'],
    ['Summarise the data policy', 'summary-document', 'What are the main points?'],
    ['Give me a summary of all reports', 'summary-collection', 'What are the main points?'],
    ['总结数据政策', 'summary-collection', '关于数据政策：要点有哪些？'],
    ['A timeline of the flood', 'timeline', 'About the flood and its history: what happened when?'],
    ['给鹭岬站写一份大事年表。', 'timeline', '关于鹭岬站及其历史：什么时候发生了什么？'],
    ['从堤坝算起，给小镇写一份大事年表。', 'timeline', '关于小镇及其历史：什么时候发生了什么？'],
    [
      'From the first dam on, write a timeline of the flood',
      'timeline',
      'About the flood and its history: what happened when?',
    ],
    ['Make a glossary', 'glossary', 'Which definitions and abbreviations?'],
    [
      'List the open questions on the new sensor',
      'open-questions',
      'About the new sensor: which open points or open questions?',
    ],
  ])('%s', async (goal, job, first) => {
    const plan = await asked(goal)
    expect(plan).toMatchObject({ job, goal, status: 'ready', issues: [] })
    expect(plan.tasks[0]?.description).toBe(first)
  })

  test.each([
    'Why was the timeline not kept?',
    'What does the briefing say about ice?',
    'Compare the glossary and the handbook',
  ])('is not one that only speaks of it: %s', async (goal) => {
    expect((await asked(goal)).job).toBeUndefined()
  })

  test('an unknown job and an empty goal are told', async () => {
    const { signal } = new AbortController()
    await expect(
      planFor({ planId: 'p', goal: 'x', job: 'none' }, planRooms(), templates, signal),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(asked(' ')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
