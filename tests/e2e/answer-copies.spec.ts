import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './axe'
import { expect, test, withClient } from './cairn'
import { person } from './steps'

test.use({ withSample: true })

const bibliography = `@article{lee2020, author = {Lee, Ann}, title = {Pumps of the Col}, journal = {Journal of Pumps},
  volume = {4}, pages = {1--20}, year = {2020}, doi = {10.1000/pumps}, file = {:pump.txt:text/plain}}
`

// Would catch sources that nobody can look up: without page, words, journal or DOI; and one answer that cannot leave without its chat.
test('an answer stands apart, is copied in four ways and leaves by itself', async ({ cairn, context }) => {
  const { page, folder } = cairn
  const someone = person(page)
  const { say } = someone
  const examples = page.getByRole('group', { name: say('chat:examplesLabel') })
  const first = say('chat:examples.1')
  await examples.getByRole('button', { name: first }).click()
  await someone.answered(someone.turn(first))
  const looks = await someone
    .turn(first)
    .locator('.answer > *')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fontSize + getComputedStyle(part).color))
  expect(new Set(looks).size).toBeGreaterThan(1)

  const files = join(folder, 'papers')
  await mkdir(files)
  await writeFile(join(files, 'pump.txt'), 'Pumps\n\nThe Zebrafinch pump moves 40 litres a minute [7].\n')
  await writeFile(join(files, 'works.bib'), bibliography)
  await withClient(cairn.origin, (client) => client.documents.add({ paths: [files] }))
  await someone.goTo('library')
  await expect(someone.row('pump.txt')).toContainText(say('library:status.ready'), { timeout: 60_000 })
  await someone.button('app:newChat').click()
  await expect(someone.composer).toBeVisible()
  await expect(examples).toBeHidden()

  const question = 'How many litres does the Zebrafinch pump move?'
  await someone.ask(question)
  const turn = someone.turn(question)
  await someone.answered(turn)
  await expect(turn.getByTitle(say('chat:ownMark'))).toHaveText('［7］')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = async (way: 'markdown' | 'plain' | 'bibtex' | 'apa') => {
    await turn
      .getByRole('button', { name: new RegExp(`^(?:${say('chat:copyWithSources')}|${say('app:copied')})$`, 'u') })
      .last()
      .click()
    await page.getByRole('menuitem', { name: say(`chat:copyAs.${way}`), exact: true }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const words = 'The Zebrafinch pump moves 40 litres a minute'
  expect(await copied('markdown')).toContain(`  > ${words}`)
  expect(await copied('plain')).toContain(`    “${words}`)
  const bibtex = await copied('bibtex')
  expect(bibtex).toMatch(/^@article\{lee-2020,/u)
  expect(bibtex).toContain('journal = {Journal of Pumps}')
  expect(bibtex).toContain('doi = {10.1000/pumps}')
  expect(bibtex).toContain(`annote = {“${words}`)
  expect(await copied('apa')).toMatch(
    /^Lee, A\. \(2020\)\. Pumps of the Col\. Journal of Pumps, 4, 1–20\. https:\/\/doi\.org\/10\.1000\/pumps\n {4}“The/u,
  )

  await turn
    .getByRole('button', { name: new RegExp(`^(?:${say('chat:copyWithSources')}|${say('app:copied')})$`, 'u') })
    .last()
    .click()
  await page.getByRole('menuitem', { name: say('chat:copyAs.file') }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: say('exchange:export.answer') })).toBeChecked()
  await expect(dialog.locator('[data-page-preview]').getByRole('heading', { name: question }).first()).toBeVisible()
  await expect(dialog.locator('[data-page-preview]')).not.toContainText(first)
  expect(await seriousFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: say('exchange:export.submit') }).press('Enter')
  expect((await download).suggestedFilename()).toBe('How many litres does the Zebrafinch pump move.html')
  await page.keyboard.press('Escape')
})
