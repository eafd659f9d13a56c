// node pictures.js FOLDER: what the pages look like, for somebody to look at, as PNG files in FOLDER.
'use strict';
const path = require('node:path');
const {launch, names, open} = require('./browser.js');

const draw = async (folder) => {
  const browser = await launch();
  for (const name of names)
    for (const options of [{width: 1280}, {width: 1280, theme: 'dark'}, {width: 320}]) {
      const {page, where, close} = await open(browser, name, options);
      await page.screenshot({path: path.join(folder, `${where.replace(/,? /g, '-')}.png`), fullPage: true});
      await close();
    }
  await browser.close();
};

draw(process.argv[2]);
