/** What the names begin with under which this device keeps how a side menu is folded. */
export const menuKeys = 'atrium.menu.'
