import { expect, test } from './cairn'
import { dropFiles } from './files'
import { modelOwner, watchTexts } from './model-steps'
import {
  answersOnly,
  chineseAnswer,
  chineseQuestion,
  question,
  readQuestion,
  writeChineseTeller,
  writeEmbedder,
  writeRambler,
  writeReader,
  writeReranker,
  writeTeller,
  written,
} from './tiny-models'

// Loading a model takes seconds, and many on a busy machine.
test.setTimeout(180_000)

test.describe('a language model', () => {
  test.use({ withSample: true, modelSettings: answersOnly })

  // Would catch an upload that is lost, citations that cannot be pressed, and a check that is not shown.
  test('dropped as a file, writes the answer with its sources and what the check found', async ({ cairn }) => {
    const { page, folder } = cairn
    const owner = modelOwner(page)
    await owner.goTo('models')
    await dropFiles(page, [await writeTeller(folder)])
    await expect(owner.deleteButton('teller')).toBeVisible({ timeout: 60_000 })
    await owner.choose('language', 'teller')
    await expect(owner.section('use')).toContainText(/teller\S* writes the answers/u)
    await owner.goTo('chat')
    await owner.ask(question)
    const turn = owner.turn(question)
    await owner.finished(turn)
    expect(await owner.answerText(turn)).toBe(written.replaceAll(/ \[1\]/gu, ''))
    await expect(turn).toContainText(/Written by \S*teller/u)
    await expect(turn).toContainText(owner.say('chat:check.unsupported_one', { count: 1 }))
    await expect(owner.citations(turn)).toHaveCount(3)
    await owner.citations(turn).first().click()
    await expect(page.locator('[data-mark="passage"]').first()).toContainText('19 minutes')
    await expect(await owner.stage(turn, 8)).toContainText(/written by teller/u)
    // The record has it as it was shown.
    await page.reload()
    await owner.finished(turn)
    await expect(turn).toContainText(/Written by \S*teller/u)
    await expect(owner.citations(turn)).toHaveCount(3)
  })

  // Would catch an answer that appears in one piece, a stop that throws it away, and a model that writes for nobody.
  test('is seen to write, is stopped by a key, and what it wrote stays and says so', async ({ cairn }) => {
    const { page, folder } = cairn
    const owner = modelOwner(page)
    await owner.goTo('models')
    await owner.addByPath(await writeRambler(folder), 'rambler')
    await owner.choose('language', 'rambler')
    await owner.goTo('chat')
    const seen = await watchTexts(page, 'article:last-of-type')
    await owner.ask(question)
    const turn = owner.turn(question)
    await expect(turn).toContainText('it is said again', { timeout: 90_000 })
    await page.keyboard.press('Escape')
    await expect(turn).toContainText(owner.say('chat:cancelled.kept'))
    await expect(turn).toContainText('it is said again')
    const lengths = new Set(
      (await seen()).filter((text) => text.includes('The cable car takes')).map(({ length }) => length),
    )
    expect(lengths.size).toBeGreaterThan(3)
    await page.reload()
    await expect(turn).toContainText(owner.say('chat:cancelled.kept'))
    await expect(turn).toContainText('it is said again')
    await expect(owner.citations(turn).first()).toBeVisible()
    await owner.goTo('models')
    await expect(owner.section('use')).toContainText(owner.say('models:runtime.state.ready'))
  })
})

test.describe('without a language model', () => {
  test.use({ withSample: true, modelSettings: answersOnly })

  // Would catch a reader that cannot be chosen, or that is chosen and not asked.
  test('a reader finds the words that answer, and the strip says who read', async ({ cairn }) => {
    const { page, folder } = cairn
    const owner = modelOwner(page)
    await owner.goTo('models')
    await owner.addByPath(await writeReader(folder), 'tiny-reader')
    await owner.choose('reader', 'tiny-reader')
    await expect(owner.section('use')).toContainText(/tiny-reader\S* reads the best passages/u)
    // A question does not wait long for a model that is only being loaded.
    await expect(owner.section('use')).toContainText(owner.say('models:runtime.state.ready'), { timeout: 60_000 })
    await owner.goTo('chat')
    await owner.ask(readQuestion)
    const turn = owner.turn(readQuestion)
    await owner.finished(turn)
    expect(await owner.answerText(turn)).toMatch(/^six people/u)
    await owner.citations(turn).first().click()
    await expect(page.locator('[data-mark="passage"]').first()).toContainText('six people')
    await page.keyboard.press('Escape')
    await expect(await owner.stage(turn, 6)).toContainText(/read by tiny-reader/u)
  })
})

test.describe('in Chinese', () => {
  test.use({ withSample: true, modelSettings: answersOnly, locale: 'zh-CN' })

  // Would catch an index that is never switched, a reranker that is not asked, and texts that are not translated.
  test('an embedder and a reranker are put to work, and a model answers from what they find', async ({ cairn }) => {
    const { page, folder } = cairn
    const owner = modelOwner(page, 'zh')
    const first = '雪崩危险等级达到几级时禁止外出？'
    await owner.goTo('models')
    await owner.addByPath(await writeEmbedder(folder), 'tiny-encoder')
    await owner.addByPath(await writeReranker(folder), 'tiny-cross')
    await owner.addByPath(await writeChineseTeller(folder), '讲述者')
    const seen = await watchTexts(page, '#models-use')
    await owner.choose('embedder', 'tiny-encoder')
    await owner.choose('reranker', 'tiny-cross')
    await owner.choose('language', '讲述者')
    const use = owner.section('use')
    // Said once all passages are read anew, which takes as long as the machine takes.
    const done = owner.say('models:use.embedder.with', { model: '\u2068tiny-encoder\u2069' })
    await expect(use).toContainText(done, { timeout: 60_000 })
    await expect(use.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
    const running = new RegExp(
      owner.say('models:embedding.running', { model: 'tiny-encoder', done: 'N', total: 'N' }).replaceAll('N', '\\d+'),
      'u',
    )
    expect((await seen()).some((text) => running.test(text))).toBe(true)
    await owner.goTo('chat')
    // The first question may be there before the models are.
    await owner.ask(first)
    await owner.finished(owner.turn(first))
    await owner.ask(chineseQuestion)
    const turn = owner.turn(chineseQuestion)
    await owner.finished(turn)
    expect(await owner.answerText(turn)).toBe(chineseAnswer.replaceAll(/ \[1\]/gu, ''))
    await owner.citations(turn).first().click()
    await expect(page.locator('[data-mark="passage"]').first()).toContainText('奥里尔湖')
    await expect(await owner.stage(turn, 6)).toContainText('tiny-cross')
    await page.keyboard.press('Escape')
    await owner.goTo('models')
    await expect(use).toContainText(/每秒 [\d.]+ 个 token/u)
  })
})
