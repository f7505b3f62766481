/** `a***@example.org`: enough to know one's own address by, too little to learn it. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${[...address][0] ?? ''}***${address.slice(at)}`
}
