/** A title that only says the file's name once more. */
export function isNameAgain(title: string, name: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s_-]+/gu, ' ')
      .trim()
  const own = name.split(/[/›]/u).at(-1) ?? name
  return [own, own.replace(/\.\w{1,5}$/u, '')].some((one) => plain(one) === plain(title))
}
