import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlanSpec } from '@shared/research/plan-spec'
import { makePlan, type PlanRequest } from '@engine/research/plan/make-plan'
import { layersOf } from '@shared/research/plan-order'
import { reviewPlan } from '@engine/research/plan/review-plan'
import { planRooms } from './planning-library'

function planOf(goal: string, more: Partial<PlanRequest> = {}, rooms = planRooms()) {
  return makePlan({ planId: 'p1', goal, ...more }, rooms, new AbortController().signal)
}

const outline = ({ tasks }: PlanSpec) => tasks.map(({ tool, subject, aspect }) => [tool, subject, aspect])

describe('a plan of a comparison', () => {
  test('asks of every document in every respect, each in its own document', async () => {
    const plan = await planOf('Compare how the three reports treat risk, with dates')
    expect(plan).toMatchObject({
      question_type: 'comparative',
      status: 'ready',
      issues: [],
      scope: { documents: ['d1', 'd2', 'd3'] },
    })
    expect(outline(plan)).toEqual(
      ['Annual report 2023', 'Annual report 2024', 'Risk report'].flatMap((title) => [
        ['search', title, 'risk'],
        ['search', title, 'dates'],
      ]),
    )
    expect(plan.tasks[2]).toMatchObject({ description: 'What is said about risk?', scope: { documents: ['d2'] } })
    expect(plan.sections.map(({ kind }) => kind)).toEqual(['comparison', 'timeline'])
  })

  test('of two editions tells their differences, and what is given as reasons once they are found', async () => {
    for (const goal of [
      'What changed between the 2023 and 2024 visitor handbooks?',
      '2023版冬季安全手册和2024版冬季安全手册有哪些变化？',
    ]) {
      const { tasks, status } = await planOf(goal)
      expect(status, goal).toBe('ready')
      expect(
        tasks.map(({ tool }) => tool),
        goal,
      ).toEqual(['differences', 'search'])
      expect(tasks[0]?.scope?.documents, goal).toEqual(goal.startsWith('What') ? ['d5', 'd6'] : ['d8', 'd9'])
      expect(tasks[1]?.depends_on).toEqual(['task_001'])
    }
  })

  test('reads short documents for what no search has words for', async () => {
    const { tasks } = await planOf('Compare the risk report and the data policy: dates and people')
    expect(tasks.map(({ tool, description }) => [tool, description])).toEqual([
      ['read', 'Which dates and deadlines?'],
      ['read', 'Which people and responsibilities?'],
      ['read', 'Which dates and deadlines?'],
      ['read', 'Which people and responsibilities?'],
    ])
  })

  test('of things looks everywhere', async () => {
    const plan = await planOf('比较超声波传感器和雷达传感器在精度和价格方面的差异')
    expect(outline(plan)).toEqual([
      ['search', '超声波传感器', '精度'],
      ['search', '超声波传感器', '价格'],
      ['search', '雷达传感器', '精度'],
      ['search', '雷达传感器', '价格'],
    ])
    expect(plan.scope).toBeUndefined()
  })

  test('of many in many respects has no more tasks than people look through', async () => {
    const titles = Array.from({ length: 20 }, (_, at) => `Report ${at + 1}`)
    const goal = 'Compare all reports in terms of risk, cost, staff and dates'
    const plan = await planOf(goal, { answers: { which_1: '' } }, planRooms(titles))
    expect(plan.tasks.map(({ aspect }) => aspect)).toEqual(['risk', 'cost', 'staff', 'dates'])
    expect(plan.tasks[0]?.scope?.documents).toHaveLength(20)
  })
})

describe('a plan of another type', () => {
  test('follows the graph before it asks what else links two names', async () => {
    const plan = await planOf('How are Kestrel Col and Ruth Adeyemi related?')
    expect(plan.question_type).toBe('relational')
    expect(plan.tasks[0]).toMatchObject({
      tool: 'graph',
      description: 'How are Kestrel Col and Ruth Adeyemi connected?',
    })
    expect(layersOf(plan.tasks).map((layer) => layer.length)).toEqual([4, 1])
  })

  test('asks for what speaks against, where only what speaks for is asked for', async () => {
    const { sections } = await planOf('What are the advantages of the new sensor?')
    expect(sections.find(({ kind }) => kind === 'pros_and_cons')?.tasks).toHaveLength(2)
  })

  test('asks for measures once the causes are found', async () => {
    const { tasks, sections } = await planOf('Why did the gauge fail in March 2024, and what was done about it?')
    expect(tasks.map(({ description }) => description)).toEqual([
      'Why did the gauge fail in March 2024, and what was done about it?',
      'What is said about the gauge fail in March 2024?',
      'About the gauge fail in March 2024: which measures or recommendations?',
    ])
    expect(tasks[2]?.depends_on).toEqual(['task_001'])
    expect(sections.map(({ heading }) => heading)).toEqual(['Causes', 'Findings', 'Measures'])
  })

  test('looks everywhere for reasons, whichever document the goal speaks of', async () => {
    const { scope, clarifications } = await planOf('Why does the visitor handbook forbid dogs?')
    expect(scope).toBeUndefined()
    expect(clarifications).toEqual([])
  })

  test('gives steps, what they need and their exceptions', async () => {
    const { sections } = await planOf('如何校准雨量计？')
    expect(sections.map(({ heading }) => heading)).toEqual(['步骤', '前提条件', '例外与警告'])
  })

  test('reads a document whole where nothing else is asked of it', async () => {
    const { tasks } = await planOf('Summarise the data policy')
    expect(tasks).toMatchObject([{ tool: 'read', scope: { documents: ['d7'] } }])
  })

  test('asks a table for figures where there is one on them', async () => {
    const table = {
      documentId: 'd7',
      documentTitle: 'Stores',
      name: '',
      columns: [{ header: 'Pumps', samples: ['Pump A'] }],
    }
    const goal = 'How many pumps are there?'
    const tools = async (rooms = planRooms()) => (await planOf(goal, {}, rooms)).tasks.map(({ tool }) => tool)
    expect(await tools(planRooms(undefined, [table]))).toEqual(['search', 'tables'])
    expect(await tools()).toEqual(['search'])
  })

  test('takes a name for a document only where it can be nothing else', async () => {
    const titles = ['Level alarm', 'Rules for the use of boats']
    const scopeOf = async (goal: string) => (await planOf(goal, {}, planRooms(titles))).scope?.documents
    expect(await scopeOf('Write on water level alarms')).toBeUndefined()
    expect(await scopeOf('What does “Level alarm” say?')).toEqual(['d1'])
    expect(await scopeOf('What does level-alarm.md do?')).toEqual(['d1'])
    expect(await scopeOf('Which fees do Rules for the use of boats name?')).toEqual(['d2'])
  })

  test('looks only where it may', async () => {
    const { tasks, scope } = await planOf('Compare all reports', { filter: { documents: ['d1', 'd2', 'd4'] } })
    expect(scope).toEqual({ documents: ['d1', 'd2'] })
    expect(tasks.flatMap((task) => task.scope?.documents ?? []).includes('d3')).toBe(false)
  })
})

describe('a question back', () => {
  test('is asked where several editions fit, with the newest first and taken where it is passed over', async () => {
    const goal = 'What does the visitor handbook say about badges?'
    const plan = await planOf(goal)
    expect(plan).toMatchObject({
      status: 'needs_clarification',
      clarifications: [{ id: 'which_1', options: ['Visitor handbook 2024', 'Visitor handbook 2023'], answer: null }],
    })
    expect(await planOf(goal, { answers: { which_1: '' } })).toMatchObject({
      status: 'ready',
      scope: { documents: ['d6'] },
    })
    const answered = await planOf(goal, { answers: { which_1: 'Visitor handbook 2023' } })
    expect(answered.scope).toEqual({ documents: ['d5'] })
    expect(await planOf(goal, { answers: { which_1: 'the 2023 one' } })).toMatchObject({ scope: { documents: ['d5'] } })
  })

  test('is asked of a comparison with one side; what is answered is the other one', async () => {
    const goal = 'Compare the data policy'
    const open = await planOf(goal)
    expect(open.clarifications[0]).toMatchObject({
      id: 'compare_with',
      question: 'What is Data policy to be compared with?',
    })
    const { tasks } = await planOf(goal, { answers: { compare_with: 'Risk report' } })
    expect(tasks.map(({ tool, scope }) => [tool, scope?.documents])).toEqual([
      ['read', ['d7']],
      ['read', ['d3']],
      ['differences', ['d7', 'd3']],
    ])
    const passedOver = await planOf('Compare the 2023 visitor handbook', { answers: { compare_with: '' } })
    expect(passedOver.scope).toEqual({ documents: ['d5', 'd6'] })
  })

  test('is asked where more documents fit than were counted, or than can stand side by side', async () => {
    const two = await planOf('对比两份报告对风险的处理')
    expect(two.clarifications).toMatchObject([{ question: '有 3 份文档符合“报告”，您指的是哪些？' }])
    const answers = { which_1: 'Annual report 2023, Annual report 2024' }
    expect((await planOf('对比两份报告对风险的处理', { answers })).scope).toEqual({ documents: ['d1', 'd2'] })
    const titles = Array.from({ length: 7 }, (_, at) => `Report ${at + 1}`)
    expect((await planOf('Compare the reports', {}, planRooms(titles))).clarifications).toHaveLength(1)
    expect((await planOf('Compare the reports', {}, planRooms(titles.slice(1)))).clarifications).toEqual([])
  })
})

// Would catch a plan that the executor or the window cannot take.
test('whatever the goal, the plan is sound, can be put in order, and a review finds nothing new', async () => {
  const words = fc.constantFrom(
    ...'compare the reports and handbook 2023 risk with dates figures why how changed between what in of causes 比较 报告 和 手册 的 原因 步骤 关系 有哪些 变化 ？ , ? 。'.split(
      ' ',
    ),
  )
  const goal = fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '))
  const documents = new Set(Array.from({ length: 9 }, (_, at) => `d${at + 1}`))
  const library = { documents, tools: new Set<string>(), servers: new Set<string>() }
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        goal,
        fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ''),
      ),
      async (text) => {
        const plan = await planOf(text)
        expect(PlanSpec.safeParse(plan).error).toBeUndefined()
        expect(plan.status).not.toBe('issues')
        expect(plan.tasks.length).toBeGreaterThan(0)
        expect(layersOf(plan.tasks).flat()).toHaveLength(plan.tasks.length)
        expect(reviewPlan(plan, library)).toEqual(plan)
      },
    ),
    { numRuns: 150 },
  )
})
