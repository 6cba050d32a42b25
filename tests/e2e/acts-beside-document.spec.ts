import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSharedSample: true })

const first = 'Compare the Hydra P3 and the Siskin R80 in accuracy and price.'
const question = 'How many overnight stays were there in 2024?'

// Would catch an act of an answer that the document beside it covers or pushes out, and a preview that opens over the acts
// when the columns move below a pointer that rests.
test('every act of an answer can be pressed while a document is open beside it', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  for (const asked of [first, question]) {
    await someone.ask(asked)
    await someone.answered(someone.turn(asked))
  }
  const turn = someone.turn(question)
  await someone.citations(turn).first().click()
  await expect(page.locator('[data-mark="passage"]').first()).toBeVisible()
  // Would catch a page zoomed in to a word whose lines run out of the panel.
  const view = page.getByRole('region', { name: /^Text of/u })
  const edges = async (of: typeof turn) => {
    const box = await of.boundingBox()
    return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)] as const
  }
  await expect(async () => {
    const [left, right] = await edges(view)
    const lines = await page.locator('[data-lines]').all()
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) {
      const [from, to] = await edges(line)
      expect(from).toBeGreaterThanOrEqual(left)
      expect(to).toBeLessThanOrEqual(right)
    }
  }).toPass()
  const acts = (of: typeof turn) => of.getByRole('group', { name: someone.say('chat:actions') }).getByRole('button')
  for (const width of [1280, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await acts(turn).count()).toBeGreaterThan(6)
    for (const act of await acts(turn).all()) await act.click({ trial: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  // Of an earlier answer they are there while its evidence is on show, without a pointer on it.
  const earlier = someone.turn(first)
  await someone.citations(earlier).first().click()
  await page.mouse.move(1000, 500)
  await expect(earlier.getByRole('group', { name: someone.say('chat:actions') })).toHaveCSS('opacity', '1')
  for (const act of await acts(earlier).all()) await act.click({ trial: true })
})

// Would catch a document from whose text only thirty stops of Tab lead back to the answer.
test('F6 leads from the document back to the citation, and its answer is copied with the keys', async ({
  cairn,
  context,
}) => {
  const { page } = cairn
  const someone = person(page)
  await someone.ask(question)
  const turn = someone.turn(question)
  await someone.answered(turn)
  const citation = someone.citations(turn).last()
  await citation.focus()
  await page.keyboard.press('Enter')
  const text = page.getByRole('region', { name: /^Text of/u })
  await expect(text).toBeFocused()
  await page.keyboard.press('Shift+F6')
  await expect(citation).toBeFocused()
  await page.keyboard.press('F6')
  await expect(text).toBeFocused()
  await page.keyboard.press('F6')
  await expect(page.getByRole('navigation').getByRole('button', { name: someone.say('app:chat') })).toBeFocused()
  await page.keyboard.press('F6')
  await expect(citation).toBeFocused()
  const copy = turn.getByRole('button', { name: someone.say('chat:copyWithSources') })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(copy).toBeFocused()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Enter')
  const asMarkdown = page.getByRole('menuitem', { name: someone.say('chat:copyAs.markdown') })
  await expect(asMarkdown).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('annual-report-2024.pdf')
  // A dialog keeps its keys.
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('F6')
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

// Would catch a preview that stays where the pointer rests and covers what the keys come to.
test('the preview of a citation goes when the focus moves, and none comes while the pointer rests', async ({
  cairn,
}) => {
  const { page } = cairn
  const someone = person(page)
  await page.setViewportSize({ width: 700, height: 900 })
  await someone.ask(first)
  const turn = someone.turn(first)
  await someone.answered(turn)
  const citation = someone.citations(turn).first()
  const preview = page.locator('[role="presentation"][data-side]').filter({ hasText: 'instrument-comparison.md' })
  await citation.hover()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(preview).toBeHidden()
  await citation.click()
  const panel = page.getByRole('complementary', { name: someone.say('app:panel') })
  await expect(panel.locator('[data-mark="passage"]').first()).toBeVisible()
  // In a narrow window the document gives way to what has the focus, and the citation lies below the pointer again.
  await page.keyboard.press('Tab')
  await expect(panel).toBeHidden()
  await turn.getByRole('button', { name: someone.say('chat:copyWithSources') }).focus()
  await page.waitForTimeout(600)
  await expect(preview).toBeHidden()
  await page.mouse.move(5, 5)
  await citation.hover()
  await expect(preview).toBeVisible()
})
