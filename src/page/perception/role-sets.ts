const set = (words: string) => new Set(words.split(' '));

/** Roles whose name may come from their content. */
export const NAME_FROM_CONTENT = set(
  'button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader sectionhead switch tab tooltip treeitem clickable',
);

/** Controls: they take input, so they get a ref. */
export const WIDGETS = set(
  'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem clickable file',
);

/** Widgets that are fields of a form: the last to be cut. */
export const FIELDS = set('checkbox combobox listbox radio searchbox slider spinbutton switch textbox file');

/** Printed as one node; below it only controls are looked for. */
export const ATOMS = set(
  'button checkbox heading img link menuitem menuitemcheckbox menuitemradio meter option progressbar radio scrollbar searchbox slider spinbutton switch tab textbox combobox clickable file math tooltip image',
);

/** Regions worth reading alone: they get a ref too. */
export const REGIONS = set(
  'alertdialog application banner complementary contentinfo dialog feed form grid list listbox log main menu menubar navigation region search table tablist tabpanel tree treegrid radiogroup toolbar',
);

/** Containers that are printed, without a ref of their own. */
export const CONTAINERS = set(
  'alert article figure group status timer marquee row listitem treeitem document note',
);

/** Items of a run, whose first text is their key. */
export const ITEMS = set('row listitem article treeitem option');

/** Roles that may not be named by their author. */
export const NAME_PROHIBITED = set(
  'caption code definition deletion emphasis generic insertion mark none paragraph presentation strong subscript suggestion superscript term time',
);

/** Every role of WAI-ARIA that an author may give. */
export const AUTHOR_ROLES = set(
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc',
);
