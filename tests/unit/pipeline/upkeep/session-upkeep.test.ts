import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import { titleAfterEdit, titleOf } from '@engine/pipeline/upkeep/session-title'
import { upkeepAfter } from '@engine/pipeline/upkeep/session-upkeep'
import { SessionQueue } from '@engine/session/session-queue'
import { type FakeModelOptions, fakeLanguageModels, type Step } from '../../../fakes/language-models'
import { fakeSessionStore } from '../../../fakes/session-store'

const question = 'When was the main pump replaced, and by whom?'

async function fixture(scripts: FakeModelOptions['scripts'], turns = 1) {
  const sessions = fakeSessionStore()
  const models = fakeLanguageModels({ scripts })
  const meta = { locale: 'en', created_at: 'T', title: titleOf(question) }
  await sessions.append('s', [{ op: 'created', session_id: 's', meta }])
  for (let at = 0; at < turns; at += 1) {
    const asked = at === 0 ? question : `What about pump number ${at}?`
    await sessions.append('s', [
      { op: 'message', message: { role: 'user', content: asked, turn_id: `t${at}` } },
      {
        op: 'message',
        message: { role: 'assistant', content: `It was replaced in ${1990 + at} [1].`, turn_id: `t${at}` },
      },
    ])
  }
  const announced: string[] = []
  const parts = {
    rooms: { sessions, models, now: () => 0 },
    queue: new SessionQueue(),
    announce: (id: string) => Promise.resolve(announced.push(id)),
    publish: () => undefined,
    clock: () => 0,
  }
  const request = { question, sessionId: 's', turnId: 't0', traceId: '', searchAnyway: false, language: 'en' } as const
  const run = (signal = new AbortController().signal) => upkeepAfter(request, parts)?.(signal)
  return { sessions, models, announced, parts, request, run }
}

const title = async (sessions: ReturnType<typeof fakeSessionStore>) => (await sessions.load('s')).meta?.title

describe('the title of a session', () => {
  test('is given by a model, on one line, without quotation marks', async () => {
    const { sessions, announced, run } = await fixture({ title: ['{"title": " “Pump\\nreplacement”. "}'] })
    await run()
    expect(await title(sessions)).toBe('Pump replacement')
    expect(announced).toEqual(['s'])
  })

  test('has neither Markdown nor citations', async () => {
    const { sessions, run } = await fixture({ title: ['{"title": "**Pump** `replacement` [1] 【2】"}'] })
    await run()
    expect(await title(sessions)).toBe('Pump replacement')
  })

  test('is shortened to 60 characters', async () => {
    const { sessions, run } = await fixture({ title: [JSON.stringify({ title: 'pump replacement '.repeat(20) })] })
    await run()
    expect(Array.from((await title(sessions)) ?? '').length).toBeLessThanOrEqual(60)
  })

  test.each<[string, readonly Step[]]>([
    ['rubbish', ['Pumps']],
    ['nothing', ['{"title": " “” "}']],
    ['another language', ['{"title": "水泵更换"}']],
    ['a failure', [{ fail: new CairnError('MODEL_FAILED', 'Gone.') }]],
  ])('stays where the model gives %s', async (_name, script) => {
    const { sessions, run } = await fixture({ title: script })
    await run()
    expect(await title(sessions)).toBe(titleOf(question))
  })

  // Would catch a name that the user gave being taken away.
  test('stays where the user gave one, even meanwhile, and in a session that has gone on for long', async () => {
    const renamed = await fixture({ title: ['{"title": "Pumps"}'] })
    await renamed.sessions.append('s', [{ op: 'title', title: 'Mine' }])
    await renamed.run()
    expect(renamed.models.asked).toEqual([])
    const long = await fixture({ title: ['{"title": "Pumps"}'] }, 5)
    await long.run()
    expect(long.models.asked).toEqual([])
    const during = await fixture({
      title: () => {
        void during.sessions.append('s', [{ op: 'title', title: 'Mine' }])
        return ['{"title": "Pumps"}']
      },
    })
    await during.run()
    expect(await title(during.sessions)).toBe('Mine')
  })

  // Would catch an edited chat that no model names any more.
  test('is given after the newest version of the first question, whichever version it is called after', async () => {
    for (const called of [question, 'When was the spare pump replaced?']) {
      const { sessions, models, run } = await fixture({ title: ['{"title": "Spare pump"}'] })
      const [asked, said] = (await sessions.load('s')).session.messages.map((message) => ({
        ...message,
        turn_id: 't1',
        ...(message.role === 'user' ? { content: 'When was the spare pump replaced?', replaces: 't0' } : {}),
      }))
      if (!asked || !said) throw new Error('the fixture has one exchange')
      await sessions.append('s', [
        { op: 'title', title: called },
        { op: 'message', message: asked },
        { op: 'message', message: said },
      ])
      await run()
      expect(JSON.stringify(models.asked)).toContain('spare pump')
      expect(await title(sessions)).toBe('Spare pump')
    }
  })

  // Would catch a chat that is called after a question which nobody asks in it any more, and a person's title that is taken away.
  test('that a model gave follows an edit of the first question; one that a person gave does not', async () => {
    const { sessions, run } = await fixture({ title: ['{"title": "Pump replacement"}'] })
    await run()
    const edited = 'Where is the spare valve kept?'
    expect(titleAfterEdit(await sessions.load('s'), 't0', edited)).toBe(edited)
    expect(titleAfterEdit(await sessions.load('s'), 't1', edited)).toBeNull()
    await sessions.append('s', [{ op: 'title', title: 'Pump replacement' }])
    expect(titleAfterEdit(await sessions.load('s'), 't0', edited)).toBeNull()
  })

  test('is not asked for without a model, nor by one where the user wanted none', async () => {
    const { parts, request } = await fixture({})
    expect(upkeepAfter(request, parts)).toBeNull()
    const other = await fixture({ title: ['{}'] })
    expect(upkeepAfter({ ...other.request, model: 'rules' }, other.parts)).toBeNull()
  })
})

describe('the rolling summary', () => {
  const script = { summary: ['{"summary": "The pump was replaced in 1990 [1]."}'] }

  test('is made by a model once there is one, and stays until it must grow', async () => {
    const { sessions, models, run } = await fixture(script, 25)
    await run()
    const { session } = await sessions.load('s')
    expect(session.summary).toMatchObject({
      content: 'The pump was replaced in 1990 〔1〕.',
      made_by: 'gguf:tiny',
      message_index_range: { from: 1, to: 30 },
    })
    await run()
    expect(models.asked).toHaveLength(1)
  })

  test('is not made of a short conversation', async () => {
    const { models, run } = await fixture(script, 2)
    await run()
    expect(models.asked).toEqual([])
  })

  test('is thrown away where something was said meanwhile', async () => {
    const late = await fixture(
      {
        summary: () => {
          void late.sessions.append('s', [{ op: 'message', message: { role: 'user', content: 'More', turn_id: 'tx' } }])
          return ['{"summary": "Old."}']
        },
      },
      25,
    )
    await late.run()
    expect((await late.sessions.load('s')).session.summary).toBeUndefined()
  })

  test('that is cut off changes nothing', async () => {
    const { sessions, run } = await fixture({ summary: [{ hang: true }] }, 25)
    const controller = new AbortController()
    const running = run(controller.signal)
    setImmediate(() => controller.abort())
    await expect(running).rejects.toBeDefined()
    expect((await sessions.load('s')).session.summary).toBeUndefined()
  })
})
