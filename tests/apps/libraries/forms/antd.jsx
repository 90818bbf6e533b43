import {
  Button,
  Cascader,
  Checkbox,
  ConfigProvider,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Radio,
  Rate,
  Segmented,
  Select,
  Slider,
  Switch,
  TimePicker,
} from 'antd';
import zh from 'antd/locale/zh_CN';
import { createRoot } from 'react-dom/client';
import { isChinese, many, received, words } from './words.js';

const options = (...keys) => keys.map((key) => ({ value: key, label: words[key] }));

function Order() {
  const send = ({ day, time, ...rest }) =>
    received({ ...rest, day: day?.format('YYYY-MM-DD'), time: time?.format('HH:mm:ss') });
  return (
    <main>
      <h1>{words.title}</h1>
      <Form layout="vertical" onFinish={send} initialValues={{ size: 'medium', amount: 3 }}>
        <Form.Item name="customer" label={words.customer} rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Form.Item name="email" label={words.email}>
          <Input type="email" />
        </Form.Item>
        <Form.Item name="note" label={words.note}>
          <Input.TextArea rows={2} />
        </Form.Item>
        <Form.Item name="size" label={words.size}>
          <Radio.Group options={options('small', 'medium', 'large')} />
        </Form.Item>
        <Form.Item name="terms" valuePropName="checked">
          <Checkbox>{words.terms}</Checkbox>
        </Form.Item>
        <Form.Item name="extras" label={words.extras}>
          <Checkbox.Group options={options('card', 'ribbon')} />
        </Form.Item>
        <Form.Item name="wrap" label={words.wrap} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="city" label={words.city}>
          <Select
            placeholder={words.pick}
            options={[...options('lisbon', 'porto'), ...many.map((label) => ({ value: label, label }))]}
          />
        </Form.Item>
        <Form.Item name="tags" label={words.tags}>
          <Select mode="multiple" options={options('urgent', 'fragile', 'cold')} />
        </Form.Item>
        <Form.Item name="area" label={words.area}>
          <Cascader
            options={options('north', 'south').map((area) => ({
              ...area,
              children: options('coast', 'hills'),
            }))}
          />
        </Form.Item>
        <Form.Item name="day" label={words.day}>
          <DatePicker />
        </Form.Item>
        <Form.Item name="time" label={words.time}>
          <TimePicker />
        </Form.Item>
        <Form.Item name="amount" label={words.amount}>
          <InputNumber min={1} max={99} />
        </Form.Item>
        <Form.Item name="volume" label={words.volume}>
          <Slider />
        </Form.Item>
        <Form.Item name="rating" label={words.rating}>
          <Rate />
        </Form.Item>
        <Form.Item name="unit" label={words.unit}>
          <Segmented options={options('kilo', 'piece')} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {words.send}
        </Button>
      </Form>
    </main>
  );
}

createRoot(document.getElementById('app')).render(
  <ConfigProvider {...(isChinese ? { locale: zh } : {})} button={{ autoInsertSpace: false }}>
    <Order />
  </ConfigProvider>,
);
