import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { dropFiles } from './files'
import { person } from './steps'

/** A server of this machine with one page, which sends whoever asks for /away elsewhere. */
async function serveHuts() {
  const asked: string[] = []
  const state = { beds: 12, title: 'The Kestrel hut', away: 'https://huts.example.org/' }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/away') response.writeHead(302, { location: state.away }).end()
    else if (request.url === '/none') response.writeHead(404).end()
    else {
      const text = `<html><title>${state.title}</title><body><p>The Kestrel hut has ${state.beds} beds.</p></body></html>`
      response.setHeader('content-type', 'text/html').end(text)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { base, asked, state, close: () => server.close() }
}

test.setTimeout(180_000)

test.describe('getting things in', () => {
  // Would catch a page fetched before its host was allowed, a refusal without words, and a refresh that makes a second document.
  test('a pasted link is fetched once its host is allowed, kept with its address, and fetched again', async ({
    cairn,
  }) => {
    const { page } = cairn
    const someone = person(page)
    const huts = await serveHuts()
    await someone.skipWelcome()
    await someone.goTo('library')
    await expect(someone.button('library:add.label')).toBeVisible()
    await paste(page, `${huts.base}/kestrel`)
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(someone.say('library:page.field'), { exact: true })
    await expect(field).toHaveValue(`${huts.base}/kestrel`)
    await expect(field).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(someone.say('library:page.ask', { host: '127.0.0.1' }))).toBeVisible()
    expect(huts.asked).toEqual([])
    expect(await seriousFindings(page), 'consent').toEqual([])
    await dialog.getByRole('button', { name: someone.say('library:page.allow') }).click()
    await expect(dialog).toBeHidden()
    const row = someone.row('kestrel.html')
    await expect(row).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await expect(row).toContainText('The Kestrel hut')
    await row.getByRole('button', { name: someone.say('library:row.more') }).click()
    await expect(page.getByRole('link', { name: `${huts.base}/kestrel` })).toBeVisible()
    huts.state.beds = 14
    huts.state.title = 'The larger Kestrel hut'
    await row.getByRole('button', { name: someone.say('library:row.menu', { name: 'kestrel.html' }) }).click()
    await page.getByRole('menuitem', { name: someone.say('library:act.refresh') }).click()
    // It was allowed once: it is asked again.
    await dialog.getByText(someone.say('library:page.always', { host: '127.0.0.1' })).click()
    await dialog.getByRole('button', { name: someone.say('library:page.allow') }).click()
    await expect(dialog).toBeHidden()
    // The title is there while the rest is still being read.
    await expect(row).toContainText('The larger Kestrel hut', { timeout: 60_000 })
    await expect(row).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    expect(huts.asked).toEqual(['/kestrel', '/kestrel'])
    await someone.goTo('chat')
    await someone.ask('How many beds does the Kestrel hut have?')
    await expect(someone.turn('How many beds does the Kestrel hut have?')).toContainText('14 beds', { timeout: 40_000 })
    huts.close()
  })

  test('where a page leads elsewhere, or nowhere, is said before anything else is asked', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const huts = await serveHuts()
    await someone.skipWelcome()
    await someone.goTo('library')
    await someone.button('library:add.label').click()
    await page.getByRole('menuitem', { name: someone.say('library:add.page') }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(someone.say('library:page.field'), { exact: true })
    const allow = dialog.getByRole('button', { name: someone.say('library:page.allow') })
    await field.fill(`${huts.base}/away`)
    await page.keyboard.press('Enter')
    await allow.click()
    const asks = someone.say('library:page.askOther', { from: '127.0.0.1', host: 'huts.example.org' })
    await expect(dialog.getByText(asks)).toBeVisible()
    huts.state.away = 'http://localhost:9/'
    await field.fill(`${huts.base}/away?`)
    await page.keyboard.press('Enter')
    await allow.click()
    await expect(dialog.getByRole('alert').last()).toContainText('lies in your own network')
    await field.fill(`${huts.base}/none`)
    await page.keyboard.press('Enter')
    await allow.click()
    await expect(dialog.getByRole('alert').last()).toContainText('has no such page')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row')).toHaveCount(0)
    huts.close()
  })

  // Would catch a folder whose files fail one by one after they were added, and older versions read as notes of their own.
  test('says of a folder whose it is and what cannot be read, and adds what is wanted', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    const graph = join(folder, 'notes')
    const files = {
      'pages/hut.md': 'The hut is red.',
      'logseq/bak/pages/hut.md': 'The hut is green.',
      'assets/hut.psd': 'x',
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(graph, path)), { recursive: true })
      await writeFile(join(graph, path), text)
    }
    await someone.skipWelcome()
    await someone.goTo('library')
    await page.getByTestId('choose-folder').setInputFiles(graph)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(someone.say('library:folder.logseq'))
    await expect(dialog).toContainText('1 of 2 files')
    await expect(dialog).toContainText('1 .psd')
    expect(await seriousFindings(page), 'folder').toEqual([])
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(someone.row('hut.md')).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await expect(page.getByText(someone.say('library:count_one', { total: 1 }), { exact: true })).toBeVisible()
  })

  // Would catch loose files that are sent, and fail one by one.
  test('names loose files that cannot be read before it adds the others', async ({ cairn }) => {
    const { page, folder } = cairn
    const someone = person(page)
    await mkdir(join(folder, 'loose'))
    const paths = ['hut.md', 'hut.psd', 'song.mp3'].map((name) => join(folder, 'loose', name))
    for (const path of paths) await writeFile(path, 'The hut is red.')
    await someone.skipWelcome()
    await someone.goTo('library')
    await dropFiles(page, paths)
    await expect(page.getByText('.psd and .mp3')).toBeVisible()
    await expect(someone.row('hut.md')).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await expect(someone.row('song.mp3')).toBeHidden()
    await someone.button('library:setAside.add').click()
    await expect(someone.row('song.mp3')).toBeVisible({ timeout: 60_000 })
  })

  test('a dropped text becomes a document whose title can be changed', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.skipWelcome()
    await someone.goTo('library')
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'The ferry leaves at six.')
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(someone.say('library:text.name'), { exact: true }).fill('ferry')
    await page.keyboard.press('Enter')
    const row = someone.row('ferry.md')
    await expect(row).toContainText(someone.say('library:status.ready'), { timeout: 60_000 })
    await row.getByRole('button', { name: someone.say('library:row.menu', { name: 'ferry.md' }) }).click()
    await page.getByRole('menuitem', { name: someone.say('library:act.title') }).click()
    await dialog.getByLabel(someone.say('library:title.field'), { exact: true }).fill('When the ferry leaves')
    await page.keyboard.press('Enter')
    await expect(row).toContainText('When the ferry leaves')
    await page.reload()
    await expect(row).toContainText('When the ferry leaves')
  })
})

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}
