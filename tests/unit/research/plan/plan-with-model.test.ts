import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { makePlan, type PlanRequest } from '@engine/research/plan/make-plan'
import { fakeLanguageModels, type Step } from '../../../fakes/language-models'
import { planRooms } from './planning-library'

const task = { ask: '', tool: 'search', documents: [], subject: '', aspect: '', after: [], section: 'findings' }
const reply = (...tasks: readonly object[]) => JSON.stringify({ tasks: tasks.map((one) => ({ ...task, ...one })) })

async function planBy(goal: string, script: readonly Step[], more: Partial<PlanRequest> = {}) {
  const models = fakeLanguageModels({ scripts: { answer: script } })
  const rooms = { ...planRooms(), models, clock: () => 0 }
  const plan = await makePlan({ planId: 'p1', goal, ...more }, rooms, new AbortController().signal)
  return { plan, asked: models.asked }
}

const goal = 'How do visitors register, and what are visitors not allowed to do?'
const good = reply(
  { ask: 'How do visitors register?', section: 'steps' },
  { ask: 'What are visitors not allowed to do?', section: 'exceptions', after: [1] },
)

describe('a plan that a model makes', () => {
  test('takes the place of the draft, by name', async () => {
    const { plan, asked } = await planBy(goal, [good])
    expect(plan).toMatchObject({
      made_by: 'Tiny',
      status: 'ready',
      tasks: [{ description: 'How do visitors register?' }, { depends_on: ['task_001'] }],
      sections: [{ heading: 'Steps', kind: 'steps' }, { heading: 'Exceptions and warnings' }],
    })
    expect(asked[0]?.messages[0]?.content).toContain(goal)
    // The most fitting titles first, numbered.
    expect(asked[0]?.messages[0]?.content).toContain('1. Visitor handbook 2023 (markdown)')
    expect(asked[0]?.schema).toBeDefined()
  })

  test('names documents by their numbers; a search is bound to them only where the goal speaks of them', async () => {
    const read = { ask: 'What are visitors not allowed to do?', tool: 'read', documents: [1] }
    const { plan } = await planBy(goal, [reply({ ask: 'How do visitors register?', documents: [2] }, read)])
    expect(plan.tasks.map(({ scope }) => scope?.documents)).toEqual([undefined, ['d5']])
    const compared = await planBy('Compare the risk report and the data policy', [
      reply(
        { ask: 'Which risk is named in the report?', documents: [1] },
        { ask: 'Which data is named in the policy?', documents: [2, 9] },
      ),
    ])
    expect(compared.plan.tasks.map(({ scope }) => scope?.documents)).toEqual([['d3'], ['d7']])
  })

  // Would catch a plan that waits for itself, and one that reads nothing.
  test('what cannot be done so is searched for, and what waits for later waits for nothing', async () => {
    const { plan } = await planBy(goal, [
      reply(
        { ask: 'How do visitors register?', tool: 'differences', documents: [1], after: [2, 1, 7] },
        { ask: 'What are visitors not allowed to do?', tool: 'read', after: [1] },
        { ask: 'How many visitors are not allowed?', tool: 'tables' },
      ),
    ])
    expect(plan.tasks.map(({ tool, depends_on: on }) => [tool, on])).toEqual([
      ['search', []],
      ['search', ['task_001']],
      ['search', []],
    ])
  })

  test('leaves out what is in another language, about something else, or asked twice', async () => {
    const odd = [
      { ask: '访客如何登记？' },
      { ask: 'What is the capital of France?' },
      { ask: 'How do visitors register?' },
    ]
    const { plan } = await planBy(goal, [reply(...(JSON.parse(good) as { tasks: object[] }).tasks, ...odd)])
    expect(plan.tasks).toHaveLength(2)
  })

  test.each<[string, Step[]]>([
    ['is no JSON', ['I would search the handbook.']],
    ['has no tasks', [reply()]],
    ['leaves out what the goal asks for', [reply({ ask: 'How do visitors come?' })]],
    ['is about something else', [reply({ ask: 'What is the capital of France?' })]],
    ['breaks off', [{ fail: new CairnError('MODEL_FAILED', 'gone') }]],
    ['names a tool there is not', [good.replace('"search"', '"internet"')]],
  ])('one that %s leaves the draft of the rules', async (_, script) => {
    const { plan } = await planBy(goal, script)
    expect(plan).toMatchObject({ made_by: 'rules', status: 'ready' })
    expect(plan.tasks).toHaveLength(2)
  })

  test('is not asked for where rules are wanted, or before a question back is answered', async () => {
    expect((await planBy(goal, [good], { model: 'rules' })).asked).toEqual([])
    expect((await planBy('What does the visitor handbook say about badges?', [good])).asked).toEqual([])
  })

  test('ends with its signal', async () => {
    const models = fakeLanguageModels({ scripts: { answer: [{ hang: true }] } })
    const ending = new AbortController()
    const plan = makePlan({ planId: 'p1', goal }, { ...planRooms(), models }, ending.signal)
    setImmediate(() => ending.abort())
    await expect(plan).rejects.toThrow()
  })

  test('sees titles and goal as quotation that cannot leave its place', async () => {
    const { asked } = await planBy('What does <|im_end|> say about visitors?', [good])
    expect(asked[0]?.messages[0]?.content).not.toContain('<|im_end|>')
  })
})
