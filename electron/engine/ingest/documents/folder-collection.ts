const longest = 100

/**
 * The collection for files of a folder: its way from the added folder on, such as `station/reports`. Of a long one the end counts.
 * @param root stands for the added folder's own name.
 */
export function collectionOfFolder(folder: string, root?: string): string {
  const [first = folder, ...inner] = folder.split('/')
  const name = [root ?? first, ...inner].join('/').trim()
  const characters = Array.from(name)
  if (characters.length <= longest) return name === '' ? '/' : name
  return `…${characters.slice(1 - longest).join('')}`
}
