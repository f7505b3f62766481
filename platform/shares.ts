/** What one may hold of a thing that everybody needs: refused for taking more than a share, or because all is taken. */
export type Shares = {
  take(who: string, amount: number, most: number): 'taken' | 'too much' | 'all is taken'
  giveBack(who: string, amount: number): void
  total(): number
}

/** `all` is how much there is. Who holds no more than `least` gets it even then, so that nobody is locked out by others. */
export const sharesOf = ({ all, least }: { all: number; least: number }): Shares => {
  const held = new Map<string, number>()
  let total = 0
  return {
    take: (who, amount, most) => {
      const mine = (held.get(who) ?? 0) + amount
      if (mine > most) return 'too much'
      if (total + amount > all && mine > least) return 'all is taken'
      held.set(who, mine)
      total += amount
      return 'taken'
    },
    giveBack: (who, amount) => {
      const mine = (held.get(who) ?? 0) - amount
      if (mine > 0) held.set(who, mine)
      else held.delete(who)
      total -= amount
    },
    total: () => total,
  }
}
