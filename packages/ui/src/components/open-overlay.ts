/**
 * What takes Escape before a panel or a selection does: windows and menus, and what is said of the element that has the focus, but
 * not toasts and what is said where the pointer is, which close by themselves.
 */
export const openOverlay = "dialog[open], :popover-open:not([popover='manual']), :focus + [role='tooltip']";
