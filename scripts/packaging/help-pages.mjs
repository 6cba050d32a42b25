import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** The user guide as a page that stands alone beside `help.css`. Links to other files of the checkout become plain text: they are not installed. */
export function guidePage(markdown) {
  const components = {
    a: ({ href = '', children }) => (/^(?:#|https?:)/u.test(href) ? createElement('a', { href }, children) : children),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4'].map((name) => [name, withId(name)])),
  }
  return page(
    'Cairn',
    renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm], components }, markdown)),
  )
}

/** A heading that the guide's own links lead to. */
function withId(name) {
  return ({ children }) => {
    const id = String(children)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-')
    return createElement(name, { id }, children)
  }
}

/** Packages with their licences: each `{ name, version, licence, text }`, in the order of their names. */
export function licencePage(packages) {
  const sections = packages.map(({ name, version, licence, text }) => [
    createElement('h2', { key: 'h' }, `${name} ${version}: ${licence}`),
    text === '' ? null : createElement('pre', { key: 't' }, text),
  ])
  const intro =
    'Packages in this installation, and the licences they are given under. Those of Electron and Chromium lie beside the program.'
  const children = [createElement('h1', { key: 'h' }, 'Licences'), createElement('p', { key: 'p' }, intro)]
  return page('Cairn', renderToStaticMarkup(createElement('main', null, ...children, ...sections.flat())))
}

function page(title, body) {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="help.css">`
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>${body}</body></html>\n`
}

export const helpStyle = `body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; color-scheme: light dark }
pre { overflow: auto; padding: .75rem; font-size: .8125rem; white-space: pre-wrap; background: color-mix(in srgb, currentColor 6%, transparent) }
h2 { margin-top: 2.5rem; font-size: 1.125rem }
table { border-collapse: collapse } td, th { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top }
`

/**
 * The packages that run by the lock file, and those that went into the page's bundle (`bundled`: names). `root` is the checkout's folder. What is
 * not installed on this machine, as builds for others, is left out.
 */
export function installedPackages(root, bundled) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, { dev }] of Object.entries(packages)) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const folder = join(root, path)
    if (path === '' || (dev === true && !bundled.has(name)) || !existsSync(join(folder, 'package.json'))) continue
    const { name: own = name, version = '', license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const licence = typeof license === 'string' ? license : (license?.type ?? 'see the text')
    found.set(`${own} ${version}`, { name: own, version, licence, text: licenceText(folder) })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function licenceText(folder) {
  const name = readdirSync(folder).find((one) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/iu.test(one))
  return name === undefined ? '' : readFileSync(join(folder, name), 'utf8').trim()
}
