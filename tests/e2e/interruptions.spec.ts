import { expect, inElectron, test } from './cairn'
import { person } from './steps'

const question = 'Compare the Hydra P3 and the Siskin R80 in accuracy and price.'

test.describe('an answer that is interrupted', () => {
  // Slow enough to be met in the middle, fast enough to be waited for.
  test.use({ cairnEnv: { CAIRN_TOKEN_PACE_MS: '60' } })

  test('stop keeps what was written and says so', async ({ cairn }) => {
    const someone = person(cairn.page)
    await someone.trySample()
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText('Hydra')
    await someone.button('chat:stop').first().click()
    await expect(turn).toContainText(someone.say('chat:cancelled.kept'))
    await expect(turn).toContainText('Hydra')
    // And it is in the record.
    await cairn.page.reload()
    await expect(turn).toContainText(someone.say('chat:cancelled.kept'))
  })

  test('a reload in the middle goes on with the same answer, whole and once', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.trySample()
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText('Hydra')
    await page.reload()
    await expect(turn).toContainText('Hydra')
    await someone.answered(turn)
    const after = await turn.innerText()
    await page.reload()
    await someone.answered(turn)
    // What was pieced together from the stream is what the record has.
    expect(await turn.innerText()).toBe(after)
  })

  test('an engine that is killed comes back, and what was written is kept', async ({ cairn }) => {
    test.skip(inElectron, 'In the window shell the engine is the main process.')
    const { page } = cairn
    const someone = person(page)
    await someone.trySample()
    await someone.ask(question)
    const turn = someone.turn(question)
    await expect(turn).toContainText('Hydra')
    process.kill(await cairn.enginePid(), 'SIGKILL')
    await expect(page.getByText(someone.say('app:lost'))).toBeVisible()
    await expect(turn).toContainText(someone.say('chat:interrupted.kept'), { timeout: 30_000 })
    await expect(turn).toContainText('Hydra')
    expect(cairn.log()).toMatch(/engine/iu)
    await someone.ask('When was the stone hut on Kestrel Col opened?')
    await someone.answered(someone.turn('When was the stone hut on Kestrel Col opened?'))
  })

  test('two tabs get two answers at once, and each shows the chats of both', async ({ cairn, context }) => {
    test.skip(inElectron, 'The window shell has one window.')
    const { page, origin } = cairn
    const first = person(page)
    await first.trySample()
    const other = await context.newPage()
    await other.goto(origin)
    const second = person(other)
    const questions = [question, 'What are the steps for handing over a shift?'] as const
    await first.ask(questions[0])
    await second.ask(questions[1])
    await Promise.all([first.answered(first.turn(questions[0])), second.answered(second.turn(questions[1]))])
    for (const tab of [page, other]) {
      for (const title of ['Compare the Hydra', 'What are the steps']) {
        await expect(tab.getByRole('complementary').first().getByText(title)).toBeVisible()
      }
    }
  })
})
