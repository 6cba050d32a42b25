import { OpenAiServer } from '../fakes/openai-server'
import { expect, inElectron, modelProcesses, test } from './cairn'
import { modelOwner, watchTexts } from './model-steps'
import { answersOnly, question, writeRambler, written } from './tiny-models'

// Loading a model takes seconds, and many on a busy machine.
test.setTimeout(240_000)
test.use({ withSample: true, modelSettings: answersOnly })

const second = 'When was the stone hut on Kestrel Col opened?'
const third = 'How much was spent in the second quarter of 2024?'
const fourth = 'How much drinking water does the tank hold?'

// Would catch an answer that is lost with its process, a next question that hangs, and a breaker nobody is told of.
test('a model whose process is killed leaves what it wrote, is left alone after two failures, and is tried again', async ({
  cairn,
}) => {
  test.skip(inElectron, 'In the window shell the engine is the main process.')
  test.skip(process.platform !== 'linux', 'Processes are found through /proc.')
  const { page, folder } = cairn
  const owner = modelOwner(page)
  await owner.goTo('models')
  await owner.addByPath(await writeRambler(folder), 'rambler')
  await owner.choose('language', 'rambler')
  await owner.goTo('chat')
  for (const asked of [question, second]) {
    await owner.ask(asked)
    const turn = owner.turn(asked)
    await expect(turn).toContainText('it is said again', { timeout: 90_000 })
    const [pid = 0, ...others] = await modelProcesses(await cairn.enginePid())
    expect(others).toEqual([])
    process.kill(pid, 'SIGKILL')
    await owner.finished(turn)
    await expect(turn).toContainText(/rambler\S* stopped before its end: .*What it wrote is kept\./u)
    await expect(turn).toContainText('What the documents say, word for word:')
    await expect(turn).toContainText('it is said again')
  }
  await owner.goTo('models')
  const use = owner.section('use')
  await expect(use).toContainText(/Left alone until \d.* after 2 failures\. Until then the answer comes without it\./u)
  await expect(use).toContainText(owner.say('models:host.deaths_other', { count: 2 }))
  await owner.goTo('chat')
  await owner.ask(third)
  const quoted = owner.turn(third)
  await owner.finished(quoted)
  await expect(quoted).toContainText('241,900')
  await expect(quoted).not.toContainText('Written by')
  await owner.goTo('models')
  await owner.button('models:runtime.tryNow').click()
  await expect(use).toContainText(owner.say('models:runtime.state.ready'), { timeout: 90_000 })
  await expect(use).not.toContainText('Left alone')
  await owner.goTo('chat')
  await owner.ask(fourth)
  const again = owner.turn(fourth)
  await expect(again).toContainText('it is said again', { timeout: 90_000 })
  await page.keyboard.press('Escape')
  await expect(again).toContainText(owner.say('chat:cancelled.kept'))
})

test.describe('a server on this machine', () => {
  let server: OpenAiServer
  test.beforeAll(async () => {
    server = await OpenAiServer.start(['tiny-chat'])
  })
  test.afterAll(() => server.close())

  // Would catch a stream that is shown at its end only, and a server's failure that leaves no answer or no reason.
  test('is found by its address, streams word by word, and its failure leaves a quoted answer that says why', async ({
    cairn,
  }) => {
    const { page } = cairn
    const owner = modelOwner(page)
    server.behaviour = { kind: 'answer', words: written.split(/(?= )/u), paceMs: 150 }
    await owner.goTo('models')
    await owner.useServer(server.url, 'tiny-chat')
    await expect(owner.section('use')).toContainText(/tiny-chat\S* writes the answers/u)
    await owner.goTo('chat')
    const seen = await watchTexts(page, 'article:last-of-type .answer')
    await owner.ask(question)
    const turn = owner.turn(question)
    await owner.finished(turn)
    expect(await owner.answerText(turn)).toBe(written.replaceAll(/ \[1\]/gu, ''))
    await expect(turn).toContainText(/Written by \S*tiny-chat/u)
    const lengths = new Set((await seen()).map((text) => text.length))
    expect(lengths.size).toBeGreaterThan(8)

    server.behaviour = { kind: 'status', status: 500, message: 'the model runner has terminated' }
    await owner.ask(second)
    const fallen = owner.turn(second)
    await owner.finished(fallen)
    await expect(fallen).toContainText('12 June 1968')
    await expect(fallen).not.toContainText('Written by')
    const card = await owner.stage(fallen, 8)
    await expect(card).toContainText(owner.say('pipeline:states.degraded'))
    await expect(card).toContainText(/tiny-chat: .*500/u)
    await expect(card).toContainText(owner.say('pipeline:notes.quoted_instead'))
    await page.keyboard.press('Escape')
    await owner.goTo('models')
    await expect(owner.section('network')).toContainText('127.0.0.1')
  })

  // Would catch a key that stays on the screen, and an embedder that is chosen but never asked.
  test('with a key is let in; its context is said, and its embedder takes over the search', async ({ cairn }) => {
    const closed = await OpenAiServer.start(['tiny-chat', 'tiny-embed'])
    try {
      closed.key = 'sk-tiny-secret'
      closed.listed = { max_model_len: 6000 }
      const owner = modelOwner(cairn.page)
      await owner.goTo('models')
      const servers = owner.section('servers')
      await servers.getByRole('textbox', { name: owner.say('models:servers.address') }).fill(closed.url)
      await servers.getByRole('button', { name: owner.say('models:servers.add'), exact: true }).click()
      await expect(servers).toContainText(owner.say('models:servers.needsKey'))
      const name = `127.0.0.1:${closed.port}`
      await servers.getByLabel(owner.say('models:servers.key.label', { name })).fill('sk-tiny-secret')
      await servers.getByRole('button', { name: owner.say('models:servers.key.save') }).click()
      await expect(servers).toContainText(owner.say('models:servers.key.saved'))
      await expect(servers).toContainText(owner.say('models:servers.context', { number: '6,000' }))
      expect(await cairn.page.content()).not.toContain('sk-tiny-secret')
      await owner.button('models:servers.searchNamed', { name: 'tiny-embed' }).click()
      await expect(owner.section('use')).toContainText(/tiny-embed\S* finds passages by meaning/u, { timeout: 90_000 })
      await owner.goTo('chat')
      await owner.ask(second)
      const turn = owner.turn(second)
      await owner.finished(turn)
      await expect(turn).toContainText('12 June 1968')
      expect(closed.embedded.flat().length).toBeGreaterThan(10)
    } finally {
      await closed.close()
    }
  })
})
