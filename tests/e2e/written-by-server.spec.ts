import type { StandInPrompt } from '../../bench/stand-in/stand-in-prompt'
import type { StandInReply, StandInServer } from '../../bench/stand-in/stand-in-server'
import { expect } from './cairn'
import { watchTexts } from './model-steps'
import { byServer, numberOf, ownerOf, test, understood } from './stand-in-steps'

test.use({ withSharedSample: true, modelSettings: byServer })
// One after the other, so that one engine does for all.
test.describe.configure({ mode: 'default' })

const question = 'How long does the cable car from Tarnsford to the station take?'
const followUps = ['How much freight may the cable car carry?', 'How many people may the cable car carry at most?']
const fact = 'The cable car from Tarnsford to the station takes 19 minutes'
const load = 'carries at most six people or 450 kg of freight'
const quotation = 'What the documents say, word for word:'
const never = new Promise<StandInReply>(() => {})

/** Has the model understand questions and say nothing more until what this returns is called. */
function holdBack(standIn: StandInServer, reply: (prompt: StandInPrompt) => StandInReply): () => void {
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  standIn.reply = async (prompt) => {
    if (prompt.form) return understood(prompt)
    await begun
    return reply(prompt)
  }
  return begin
}

// Would catch a wait for a model that nobody can end, a key that stops the turn at once, and an answer that waits all the same.
test('a question that the model is still reading is gone on with, by the button and by Esc', async ({
  cairn,
  standIn,
}) => {
  const { page } = cairn
  const owner = await ownerOf(page, standIn)
  standIn.reply = (prompt) => (prompt.form ? understood(prompt) : `It ${load} [${numberOf(prompt, load)}].`)
  await owner.ask(question)
  await owner.finished(owner.turn(question))
  standIn.reply = (prompt) => (prompt.form ? never : `It ${load} [${numberOf(prompt, load)}].`)
  for (const [at, asked] of followUps.entries()) {
    await owner.ask(asked)
    const turn = owner.turn(asked)
    await expect(turn).toContainText(/stand-in\S* is reading the question…/u)
    const goOn = turn.getByRole('button', { name: owner.say('chat:model.goOn') })
    await expect(goOn).toContainText('Esc')
    if (at === 0) await goOn.click()
    else await page.keyboard.press('Escape')
    await owner.finished(turn)
    // Nothing else ends that reply, so the answer did not wait for it.
    await standIn.clientsLeft(at + 1)
    await expect(turn).toContainText('450 kg of freight')
    await expect(turn).toContainText(/Written by \S*stand-in/u)
    await expect(turn).not.toContainText(owner.say('chat:cancelled.kept'))
    await expect(await owner.stage(turn, 2)).toContainText('gone on without stand-in, as you asked')
    await page.keyboard.press('Escape')
  }
})

// Would catch stages that fold as the pointer goes on from them: what it is about to press moves away, and the press is lost.
test('stages under the pointer stay while it goes on to the answer, and fold once it leaves the turn', async ({
  cairn,
  standIn,
}) => {
  const { page } = cairn
  const owner = await ownerOf(page, standIn)
  const begin = holdBack(standIn, (prompt) => `It ${load} [${numberOf(prompt, load)}].`)
  await owner.ask(question)
  const turn = owner.turn(question)
  const stages = turn.getByRole('group', { name: owner.say('pipeline:label') }).locator('ol')
  await stages.hover()
  begin()
  await owner.finished(turn)
  await turn.getByText('450 kg of freight').hover()
  // Longer than they take to fold.
  await page.waitForTimeout(600)
  await expect(stages).toBeVisible()
  await page.mouse.move(5, 5)
  await expect(stages).toBeHidden()
})

// Would catch a slow model that is given up though it has time, an answer shown at its end only, and citations that lead nowhere.
test('a slow first word is waited for with a word, and the answer streams with its citations', async ({
  cairn,
  standIn,
}) => {
  const { page } = cairn
  const owner = await ownerOf(page, standIn)
  const begin = holdBack(standIn, (prompt) => ({
    text: `${fact} [${numberOf(prompt, '19 minutes')}]. It ${load} [1].`,
    tokensPerSecond: 40,
  }))
  const seen = await watchTexts(page, 'article:last-of-type .answer')
  await owner.ask(question)
  const turn = owner.turn(question)
  await expect(turn).toContainText(/stand-in\S* is working through [\d,]+ tokens…/u)
  await expect(turn.getByRole('button', { name: owner.say('chat:model.goOn') })).toBeHidden()
  begin()
  await owner.finished(turn)
  expect(await owner.answerText(turn)).toBe(`${fact}. It ${load}.`)
  expect(new Set((await seen()).map(({ length }) => length)).size).toBeGreaterThan(5)
  await owner.citations(turn).first().click()
  await expect(page.locator('[data-mark="passage"]').first()).toContainText('19 minutes')
})

// Would catch half an answer that is lost or passes for a whole one, and a reader who is left without what the documents say.
for (const [how, pace] of [
  ['falls silent', { silentAfter: 12 }],
  ['dies', { dieAfter: 12 }],
] as const) {
  test(`what a model wrote before it ${how} is kept, and the documents' words follow`, async ({ cairn, standIn }) => {
    const owner = await ownerOf(cairn.page, standIn)
    standIn.pace = { ...standIn.pace, ...pace }
    standIn.reply = (prompt) =>
      prompt.form ? understood(prompt) : `${fact} [1], and it is said again that it is short.`
    await owner.ask(question)
    const turn = owner.turn(question)
    await owner.finished(turn)
    await expect(turn).toContainText(/stand-in\S* stopped before its end: .*What it wrote is kept\./u)
    const [kept = '', quoted = ''] = (await owner.answerText(turn)).split(quotation)
    expect(kept).toContain('The cable car from Tarnsford')
    expect(kept).not.toContain('short')
    expect(quoted).toContain('19 minutes')
    await expect(owner.citations(turn).last()).toBeVisible()
  })
}

// Would catch a fixed sentence in spite of a model, and a model's words that pass for Cairn's.
test('a greeting is answered in the model’s words, which are marked as its own', async ({ cairn, standIn }) => {
  const owner = await ownerOf(cairn.page, standIn)
  const said = 'A good morning to you. Ask away whenever you like.'
  standIn.reply = (prompt) => (prompt.form ? understood(prompt, said) : 'no')
  await owner.ask('Good morning!')
  const turn = owner.turn('Good morning!')
  await owner.finished(turn)
  await expect(turn).toContainText(said)
  await expect(turn).toContainText(/Written by \S*stand-in/u)
})

// Would catch a wrong figure that is only called unsupported though its source has the right one, and a mark the keyboard cannot reach.
test('a wrong number is marked and names the right one', async ({ cairn, standIn }) => {
  const owner = await ownerOf(cairn.page, standIn)
  standIn.reply = (prompt) =>
    prompt.form
      ? understood(prompt)
      : `${fact.replace('19', '29')} [${numberOf(prompt, '19 minutes')}]. It ${load} [${numberOf(prompt, load)}].`
  await owner.ask(question)
  const turn = owner.turn(question)
  await owner.finished(turn)
  const right = owner.say('chat:check.correction', { stated: '29 minutes', found: '19 minutes', number: 1 })
  const wrong = turn.getByRole('button', { name: right })
  await expect(wrong).toHaveText('29 minutes')
  await expect(cairn.page.getByText(right)).toBeHidden()
  await cairn.page.keyboard.press('Shift+Tab')
  await wrong.focus()
  await expect(cairn.page.getByText(right)).toBeVisible()
  await expect(turn).toContainText(owner.say('chat:check.unsupported_one', { count: 1 }))
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  // Would catch texts that are not translated, and a figure in Chinese that is not compared.
  test('a second question is gone on with by Esc, and a wrong number names the right one', async ({
    cairn,
    standIn,
  }) => {
    const { page } = cairn
    const owner = await ownerOf(page, standIn, 'zh')
    const first = '奥里尔湖的面积是多少？'
    const second = '奥里尔湖的最大水深是多少？'
    standIn.reply = (prompt) => (prompt.form ? understood(prompt) : '奥里尔湖面积为 1.84 平方公里 [1]。')
    await owner.ask(first)
    await owner.finished(owner.turn(first))
    standIn.reply = (prompt) =>
      prompt.form ? never : `奥里尔湖的最大水深为 74 米 [${numberOf(prompt, '最大水深 47 米')}]。`
    await owner.ask(second)
    const turn = owner.turn(second)
    await expect(turn).toContainText(owner.say('chat:model.understanding', { model: '\u2068stand-in\u2069' }))
    await page.keyboard.press('Escape')
    await owner.finished(turn)
    const right = owner.say('chat:check.correction', { stated: '74 米', found: '47 米', number: 1 })
    await expect(turn.getByRole('button', { name: right })).toHaveText('74 米')
    await expect(turn).toContainText(owner.say('chat:model.writtenBy', { model: '\u2068stand-in\u2069' }))
  })
})

// Would catch a sentence that could not be compared shown as one that its source carries, or as a mistake.
test('a sentence whose source is in another language is marked as not compared in full', async ({ cairn, standIn }) => {
  const owner = await ownerOf(cairn.page, standIn)
  const asked = 'Who is told when a red water level alarm is raised?'
  const told = '打电话通知塔恩福德镇长办公室'
  const said = 'Whoever keeps watch rings the town hall straight away and never relies on written messages'
  standIn.reply = (prompt) => (prompt.form ? understood(prompt) : `${said} [${numberOf(prompt, told)}].`)
  await owner.ask(asked)
  const turn = owner.turn(asked)
  await owner.finished(turn)
  await expect(turn).toContainText(owner.say('chat:check.uncompared_one', { count: 1 }))
  const mark = turn.getByRole('button', { name: owner.say('chat:check.fault.uncompared', { issues: '' }).trim() })
  await expect(mark).toHaveCount(1)
  await expect(turn.locator('[class*=faulty], [class*=partly]')).toHaveCount(0)
})
