import type { Locator, Page } from '@playwright/test'
import { looks } from '../rounds'
import { expect, test } from './cairn'
import { focusProblems, smallTargets } from './control-measures'
import { person } from './steps'

// Ten views, each control of each tried with hundreds of presses.
test.setTimeout(300_000)
test.use({ withSharedSample: true })

/** Each view with what is on it: an answer with a table, a document, a set of questions, traces. What `look` finds must be nothing. */
async function throughTheViews(page: Page, look: (within: Locator) => Promise<string[]>): Promise<void> {
  const someone = person(page)
  const found: Record<string, string[]> = {}
  const at = async (view: string, shown: Locator, within = page.locator('body')) => {
    await expect(shown.first()).toBeVisible({ timeout: 60_000 })
    found[view] = await look(within)
  }
  const goTo = (hash: string) => page.evaluate((to) => (window.location.hash = to), hash)
  await at('new chat', someone.composer)
  const question = 'Compare the Hydra P3 and the Siskin R80 in accuracy and price.'
  await someone.ask(question)
  const turn = someone.turn(question)
  await someone.answered(turn)
  await at('chat', turn)
  const chat = new URL(page.url()).hash
  await goTo('#/library')
  await at('library', someone.row('station-handbook.md'))
  await goTo('#/settings')
  await page.getByText(someone.say('diagnostics:traces.show')).click()
  await at('settings and diagnostics', page.getByRole('button', { name: /^Question/u }))
  await goTo('#/models')
  await at('models', page.locator('#models-catalogue').getByRole('listitem'))
  await goTo('#/graph')
  await at('graph', page.getByRole('list', { name: someone.say('graph:lists.entities') }).getByRole('button'))
  await goTo('#/research')
  await at('research', page.getByRole('textbox', { name: someone.say('research:start.goal') }))
  await goTo('#/notes')
  await at('notes', someone.button('notes:new'))
  await goTo('#/evaluation')
  await page
    .getByRole('list', { name: someone.say('evaluation:sets') })
    .getByRole('button')
    .first()
    .click()
  await at('evaluation', someone.button('evaluation:run'))
  await goTo(chat)
  await someone.citations(turn).first().click()
  // In a narrow window it lies over the rest.
  const panel = page.getByRole('complementary', { name: someone.say('app:panel') })
  await at('document', page.locator('[data-mark="passage"]'), panel)
  expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([])
}

for (const { width, hasTouch } of looks(
  [1440, 700].flatMap((width) => [
    { width, hasTouch: false },
    { width, hasTouch: true },
  ]),
  3,
)) {
  test.describe(`${width} px, ${hasTouch ? 'finger' : 'mouse'}`, () => {
    test.use({ viewport: { width, height: 900 }, hasTouch })

    test('every control takes a press on 24 px, with a finger on 40', async ({ cairn: { page } }) => {
      await throughTheViews(page, (within) => smallTargets(within, hasTouch ? 40 : 24, !hasTouch))
    })
  })
}

for (const width of looks([1440, 700], 1)) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the Tab key shows where it is, with a whole ring', async ({ cairn: { page } }) => {
      // In a narrow window the sidebar is closed, and some views have little else.
      await throughTheViews(page, () => focusProblems(page, width < 720 ? 3 : 10))
    })
  })
}
