/** OpenCC's character lists, for which `opencc-js` ships no types: `from to|from to|…`. */
declare module 'opencc-js/dict/*' {
  const pairs: string
  export default pairs
}
