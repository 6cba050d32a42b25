import { expect, test } from './cairn'
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
    inMarkdown: { question: '奥里尔湖的最大水深是多少？', says: '米' },
    inPdf: { question: '雪崩危险等级达到几级时禁止外出？', document: '冬季安全手册.pdf' },
  },
] as const

for (const { language, locale, inMarkdown, inPdf } of cases) {
  test.describe(`first run in ${language}`, () => {
    test.use({ locale })

    // Would catch a break anywhere on the way from an empty store to the highlighted passage.
    test('sample, question, stages in order, streamed answer, citation, highlighted passage', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      await someone.trySample()

      await someone.ask(inMarkdown.question)
      const turn = someone.turn(inMarkdown.question)
      await someone.answered(turn)
      await expect(turn).toContainText(inMarkdown.says)
      // Eight cards in their order, each with what became of it.
      await turn
        .getByRole('button', { name: /Memory Load|8|阶段|stages/u })
        .first()
        .click()
      await expect(
        turn.getByText(
          /Memory Load|Query Rewrite|Intent Parse|Ambiguity Guide|System Direct|Multi-Channel|Prompt Assembly|Streaming Output/u,
        ),
      ).toHaveCount(8)
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
