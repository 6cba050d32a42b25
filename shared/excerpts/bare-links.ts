/** As much of a Markdown tree's node as is looked at. */
interface MarkdownNode {
  readonly type: string
  url?: string
  value?: string
  children?: MarkdownNode[]
}

/** What no address that stands bare in a Chinese sentence goes on with: 请见www.example.org）等。 */
const beyond = /[\p{Script=Han}，。、；：？！（）《》「」『』【】“”‘’…—～]/u

/** A plugin for remark, behind GFM: an address that stands bare in a text ends where Chinese goes on behind it. */
export function endBareLinks() {
  return (tree: MarkdownNode): void => endIn(tree)
}

function endIn({ children = [] }: MarkdownNode): void {
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at]
    if (!node) continue
    const rest = node.type === 'link' ? cutBehindAddress(node) : ''
    if (rest === '') endIn(node)
    else children.splice(at + 1, 0, { type: 'text', value: rest })
  }
}

/** Shortens a bare link by the text that it took too much, and returns that; empty where it took none. */
function cutBehindAddress(link: MarkdownNode): string {
  const { url = '', children: [only, ...others] = [] } = link
  const words = only?.value ?? ''
  if (!only || others.length > 0 || words === '' || !url.endsWith(words)) return ''
  const scheme = /^(?:https?:\/\/)?/iu.exec(words)?.[0].length ?? 0
  const end = words.slice(scheme).search(beyond)
  if (end <= 0) return ''
  const rest = words.slice(scheme + end)
  link.url = url.slice(0, url.length - rest.length)
  only.value = words.slice(0, scheme + end)
  return rest
}
