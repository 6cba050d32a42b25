import { expect, test } from './cairn'
import type { Page } from '@playwright/test'
import { person } from './steps'

const cases = [
  {
    language: 'en',
    locale: 'en-US',
    inMarkdown: { question: 'How long does the cable car from Tarnsford to the station take?', says: '19 minutes' },
    inPdf: { question: 'How many overnight stays were there in 2024?', document: 'annual-report-2024.pdf' },
  },
  {
    language: 'zh',
    locale: 'zh-CN',
    inMarkdown: { question: '奥里尔湖的最大水深是多少？', says: '47 米' },
    inPdf: { question: '雪崩危险等级达到几级时禁止外出？', document: '冬季安全手册.pdf' },
  },
] as const

for (const { language, locale, inMarkdown, inPdf } of cases) {
  test.describe(`first run in ${language}`, () => {
    test.use({ locale, cairnEnv: { CAIRN_TOKEN_PACE_MS: '80' } })

    // Would catch a break anywhere on the way from an empty store to the highlighted passage.
    test('sample, question, stages in order, streamed answer, citation, highlighted passage', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      await someone.trySample()

      await watchAnswer(page, someone.say('pipeline:states.skipped'))
      await someone.ask(inMarkdown.question)
      const turn = someone.turn(inMarkdown.question)
      await someone.answered(turn)
      await expect(turn).toContainText(inMarkdown.says)
      const { settled, lengths } = await whatWasSeen(page)
      // Stages 2 and 3 run beside each other; all others come to rest one after another. The cards fold while stage 8 writes.
      expect(settled.filter((stage) => ![2, 3, 8].includes(stage))).toEqual([1, 4, 5, 6, 7])
      expect(settled.indexOf(2)).toBeGreaterThan(settled.indexOf(1))
      expect(settled.indexOf(3)).toBeGreaterThan(settled.indexOf(1))
      expect(settled.indexOf(4)).toBeGreaterThan(Math.max(settled.indexOf(2), settled.indexOf(3)))
      const strip = turn.getByRole('group', { name: someone.say('pipeline:label') })
      await expect(strip.locator('ol')).toBeHidden()
      await strip.locator('button[aria-expanded]').last().click()
      await expect(strip.locator('ol button').filter({ hasText: /\d (?:m?s\b|毫?秒)/u })).toHaveCount(8)
      // The answer grew before the eyes.
      expect(new Set(lengths).size).toBeGreaterThan(3)
      await someone.citations(turn).first().click()
      const document = page.getByRole('complementary').filter({ has: page.locator('mark') })
      await expect(document.locator('mark').first()).toBeVisible()
      await expect(document.locator('mark').first()).toBeInViewport()

      await someone.ask(inPdf.question)
      const second = someone.turn(inPdf.question)
      await someone.answered(second)
      await second
        .getByRole('button', { name: new RegExp(inPdf.document, 'u') })
        .first()
        .click()
      await expect(page.locator('canvas').first()).toBeVisible()
      await expect(page.locator('[data-mark="passage"]').first()).toBeInViewport()
    })
  })
}

interface Seen {
  /** Numbers of the stages in the order in which they came to rest. */
  readonly settled: number[]
  /** How long the newest article was, frame by frame. */
  readonly lengths: number[]
}

/** Looks at the newest answer in every frame from now on. */
async function watchAnswer(page: Page, skipped: string): Promise<void> {
  await page.evaluate((skippedWord) => {
    const seen: Seen = { settled: [], lengths: [] }
    const look = () => {
      const article = [...document.querySelectorAll('main article')].at(-1)
      for (const [at, card] of [...(article?.querySelectorAll('ol button') ?? [])].entries()) {
        const over = /\d (?:m?s\b|毫?秒)/u.test(card.textContent) || card.textContent.includes(skippedWord)
        if (over && !seen.settled.includes(at + 1)) seen.settled.push(at + 1)
      }
      const copy = article?.cloneNode(true)
      if (copy instanceof Element) {
        for (const group of copy.querySelectorAll('[role="group"]')) group.remove()
        if (seen.lengths.at(-1) !== copy.textContent.length) seen.lengths.push(copy.textContent.length)
      }
      requestAnimationFrame(look)
    }
    look()
    Object.assign(globalThis, { cairnSeen: seen })
  }, skipped)
}

function whatWasSeen(page: Page): Promise<Seen> {
  return page.evaluate(() => (globalThis as unknown as { cairnSeen: Seen }).cairnSeen)
}
