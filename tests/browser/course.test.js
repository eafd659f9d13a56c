// What `make report` writes of a lab that was graded, and the lab's page to which it leads. $WARPLAB is the command.
'use strict';
const assert = require('node:assert/strict');
const {spawnSync} = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const {test, before, after} = require('node:test');
const {axe, launch, open} = require('./browser.js');
const {makeCourse, solve} = require('./course.js');

let browser, course;
// What the command says. It may end with 1, below full marks.
const warplab = (...words) => {
  const {status, stdout, stderr} = spawnSync(process.env.WARPLAB, words, {cwd: course, encoding: 'utf8'});
  assert.ok(status === 0 || status === 1, stdout + stderr);
  return stdout;
};

before(async () => {
  browser = await launch();
  course = makeCourse();
  solve(course);
  warplab('grade', 'lab1');
});
after(async () => {
  await browser.close();
  fs.rmSync(course, {recursive: true, force: true});
});

for (const theme of ['light', 'dark'])
  test(`the page of a course leads to a graded lab and the machine code of its loops, ${theme}`, async () => {
    const said = warplab('report').match(/^page: (.*)$/m);
    assert.ok(said);
    const {page, where, complaints, close} =
        await open(browser, path.resolve(course, said[1]), {theme, isLoose: true});
    try {
      const lab = page.getByRole('row').filter({hasText: 'lab1-convolution-c'}).first();
      const points = await lab.getByRole('progressbar').evaluate((bar) => bar.value);
      assert.ok(points >= 20, `${where}: right, however fast: ${points}`);
      await lab.getByText(`${points}/30`, {exact: true}).waitFor();
      assert.deepEqual(await axe(page), [], where);
      assert.deepEqual(await complaints(), [], where);

      await lab.getByRole('link', {name: 'lab1-convolution-c'}).click();
      await page.getByRole('heading', {level: 1, name: 'lab1-convolution-c'}).waitFor();
      const loops = page.locator('details[id^="step1-loop"]');
      assert.ok(await loops.count() > 0, where);
      for (const loop of await loops.all()) {
        await loop.locator('summary').click();
        for (const width of await loop.locator('td.width').allTextContents())
          assert.match(width, /^(scalar|128 bit|256 bit|512 bit|)$/, where);
        assert.notEqual((await loop.locator('td.width').allTextContents()).join(''), '', where);
      }
      assert.deepEqual(await axe(page), [], `${where}, the lab's page`);
      assert.deepEqual((await complaints()).filter((each) => !each.startsWith('request: file:')), [], where);
    } finally {
      await close();
    }
  });
